import { claudeCost, claudeModel, claudeUsage } from '../../../core/agent/claude-result.ts';
import { type ClaudeStream, readClaudeStream } from '../../../core/agent/read-claude-stream.ts';
import { shellQuote } from '../../../core/domain/check/shell-quote.ts';
import type { AgentResult } from '../../../core/domain/agent/agent-run.ts';
import { measured, missing } from '../../../core/domain/measured.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { AgentTask } from '../../ports/agent.ts';
import type { AgentPrograms, ProgramRan } from '../../ports/agent-program.ts';
import { UserError } from '../../errors/user-error.ts';
import { commandLineAgent, type ReadOutput } from '../command-line-agent.ts';
import { programEnding } from '../program-ending.ts';

const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
const SETTINGS = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL', 'ANTHROPIC_SMALL_FAST_MODEL', 'API_TIMEOUT_MS'];

const demand = async (programs: AgentPrograms): Promise<void> => {
  if (!(await programs.has('claude')))
    throw new UserError(
      'claude-missing',
      'The agent claude needs the program `claude`, which is not on the PATH.',
      'Install Claude Code, or choose another agent.',
    );
  if (Object.keys(programs.readEnvironment(KEYS)).length === 0)
    throw new UserError(
      'model-key-missing',
      `The agent claude has no access to your home folder, and none of ${KEYS.join(', ')} is set.`,
      'Set one of them; `claude setup-token` creates a token from a subscription.',
    );
};

/** Inside our sandbox it needs no permission prompts. */
const command = (model: string | null, { instructions, system, limits = {} }: AgentTask): string => {
  const options: readonly (readonly [string, string | number | null | undefined])[] = [
    ['--model', model],
    ['--max-turns', limits.steps],
    ['--max-budget-usd', limits.costUsd],
    ['--system-prompt', system],
    ['--append-system-prompt', instructions],
  ];
  const words = options.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [name, shellQuote(String(value))],
  );
  return [
    'exec claude -p --output-format stream-json --verbose --dangerously-skip-permissions',
    ...words,
    '< "$HYDRA_REPORT_DIR/prompt.md"',
  ].join(' ');
};

const BUDGET_ENDS: Readonly<Record<string, 'steps' | 'cost'>> = {
  error_max_turns: 'steps',
  error_max_budget_usd: 'cost',
};

/** How it says that the conversation is longer than its model can read. */
const TOO_LONG = /prompt is too long|context (?:length|window|limit)/i;

const howItEnded = (ended: ProgramRan, { result }: ClaudeStream): Pick<AgentResult, 'ended' | 'reason'> => {
  if (ended.ran.status !== 'exited') return programEnding(ended, 'claude');
  if (result === null) {
    const { ended: how, reason } = programEnding(ended, 'claude');
    return { ended: how === 'finished' ? 'unavailable' : how, reason: `${reason}, and printed no result` };
  }
  const budget = Object.hasOwn(BUDGET_ENDS, result.subtype) ? BUDGET_ENDS[result.subtype] : undefined;
  if (budget !== undefined) return { ended: budget, reason: `the limit of ${budget} is used up` };
  if (result.is_error && TOO_LONG.test(result.result))
    return { ended: 'context', reason: `claude says: ${printableLine(result.result, 300)}` };
  return result.is_error || result.subtype !== 'success'
    ? { ended: 'unavailable', reason: `claude says: ${printableLine(result.result || result.subtype, 300)}` }
    : { ended: 'finished', reason: 'claude ended' };
};

const read = (ended: ProgramRan): ReadOutput => {
  const stream = readClaudeStream(ended.stdout.text);
  const { result, steps, toolCalls, events } = stream;
  const cut = missing('infrastructure', 'claude printed more than is kept');
  const none = missing('infrastructure', 'claude printed no result');
  const whole = ended.stdout.leftOutBytes === 0;
  return {
    model: (result === null ? null : claudeModel(result)) ?? 'claude',
    ...howItEnded(ended, stream),
    steps: whole ? measured(steps) : cut,
    toolCalls: whole ? measured(toolCalls) : cut,
    invalidCalls: missing('not-configured', 'claude does not say which of its calls were wrong'),
    usage: result === null ? none : claudeUsage(result),
    costUsd: result === null ? none : claudeCost(result),
    answer: result?.result ?? '',
    events,
  };
};

/** Claude Code: `claude`, or `claude:MODEL`. */
export const claude = commandLineAgent({
  id: 'claude',
  recordedAs: 'claude',
  version: null,
  obeys: ['model', 'system_prompt'],
  limits: ['steps', 'costUsd', 'wallMs'],
  variables: [...KEYS, ...SETTINGS],
  demand,
  command,
  read,
});
