import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { asTranscript, readTextCalls, withTextTools } from '../../../core/agent/text-protocol.ts';
import { OWN_CHOICE } from '../../../core/domain/agent/model-spec.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { Completion, LanguageModel, ModelFault, ModelRequest } from '../../ports/models.ts';
import { UserError } from '../../errors/user-error.ts';
import { findProgram } from '../workspaces/host/find-program.ts';
import { fault } from './model-fault.ts';
import { readClaudeResult } from './read-claude-result.ts';
import type { Environment } from './providers.ts';
import { runProgram } from './run-program.ts';

const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_ARGUMENT = 100_000;

const locate = async (environment: Environment): Promise<string> => {
  const found = await findProgram('claude', (environment['PATH'] ?? '').split(delimiter));
  if (found !== null) return found;
  throw new UserError(
    'claude-missing',
    'claude-cli needs the program `claude`, which is not on the PATH.',
    'Install Claude Code, or choose another model.',
  );
};

/** As a bare model: no tools, servers or settings of its own, and one turn. */
const argumentsFor = (model: string, system: string): readonly string[] => [
  '-p',
  '--output-format',
  'json',
  '--max-turns',
  '1',
  '--tools',
  '',
  '--strict-mcp-config',
  '--system-prompt',
  system,
  ...(model === OWN_CHOICE ? [] : ['--model', model]),
];

const ask = async (
  file: string,
  model: string,
  environment: Environment,
  request: ModelRequest,
): Promise<Completion | ModelFault> => {
  const system = withTextTools(request.system, request.tools);
  if (system.length > LONGEST_ARGUMENT)
    return fault('refused', `cannot take more than ${LONGEST_ARGUMENT} characters of instructions`);
  // An empty folder: there is nothing for it to read.
  const cwd = await mkdtemp(join(tmpdir(), 'hydra-claude-'));
  try {
    const run = await runProgram({
      file,
      args: argumentsFor(model, system),
      cwd,
      env: environment,
      input: asTranscript(request.messages),
      mostBytes: MOST_BYTES,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    if (request.signal?.aborted === true) return fault('interrupted', 'was interrupted');
    if (run.trouble !== null) return fault('unavailable', run.trouble);
    const read = readClaudeResult(run.stdout);
    if (read === null)
      return fault(
        'unreadable',
        `printed no result (exit ${run.code}): ${printableLine(run.stderr || run.stdout, 300)}`,
      );
    if (!read.ok) return read;
    const toolCalls = request.tools.length === 0 ? [] : readTextCalls(read.text);
    return {
      ...read,
      text: toolCalls.length > 0 ? '' : read.text,
      toolCalls,
      stopped: toolCalls.length > 0 ? 'tools' : 'done',
      model: read.model ?? `claude-cli:${model}`,
    };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
};

/** `claude -p` as a model. It reports the cost of a turn itself. */
export const openClaudeCliModel = async (model: string, environment: Environment): Promise<LanguageModel> => {
  const file = await locate(environment);
  return {
    name: `claude-cli:${model}`,
    priced: true,
    complete: (request) => ask(file, model, environment, request),
  };
};
