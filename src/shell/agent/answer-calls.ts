import { capText } from '../../core/agent/cap-text.ts';
import { type ReadCall, readToolCall } from '../../core/agent/read-tool-call.ts';
import type { ToolAnswer, ToolCall } from '../../core/domain/agent/conversation.ts';
import { AbortError } from '../errors/abort-error.ts';
import type { AgentWorld } from './agent-world.ts';
import { describeOutput, type Observation, refusal, success } from './observation.ts';
import type { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import { editFile, listFiles, readFile, searchCode } from './file-tools.ts';

/** `timeoutMs`: of one command, never more than the run has left. */
type CallLimits = Pick<AgentLimits, 'observationChars'> & { readonly timeoutMs: number };

const runConfigured = async (
  { workspace }: AgentWorld,
  what: string,
  command: string | undefined,
  timeoutMs: number,
): Promise<Observation> =>
  command === undefined
    ? refusal(`No command is set up for ${what} in this repository.`)
    : describeOutput(await workspace.run(command, { timeoutMs }));

const scan = async ({ securityScan }: AgentWorld): Promise<Observation> => {
  if (securityScan === undefined) return refusal('No security scan is set up here.');
  return success(await securityScan());
};

const carryOutUnguarded = async (
  call: ReadCall,
  world: AgentWorld,
  { timeoutMs }: CallLimits,
): Promise<Observation> => {
  const { workspace, commands } = world;
  switch (call.name) {
    case 'list_files':
      return listFiles(workspace, call.input);
    case 'read_file':
      return readFile(workspace, call.input);
    case 'search_code':
      return searchCode(workspace, call.input, timeoutMs);
    case 'edit_file':
      return editFile(workspace, call.input);
    case 'run_command':
      return describeOutput(await workspace.run(call.input.command, { timeoutMs }));
    case 'run_tests':
      return runConfigured(world, 'tests', commands.tests, timeoutMs);
    case 'run_lint':
      return runConfigured(world, 'lint', commands.lint, timeoutMs);
    case 'run_build':
      return runConfigured(world, 'a build', commands.build, timeoutMs);
    case 'security_scan':
      return scan(world);
  }
};

/** Errors in a tool are shown to the model and do not end the run. */
const carryOut = async (call: ReadCall, world: AgentWorld, limits: CallLimits): Promise<Observation> => {
  try {
    return await carryOutUnguarded(call, world, limits);
  } catch (error) {
    if (error instanceof AbortError) throw error;
    return refusal(`${call.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Calls of one turn that are carried out; for the others the model is asked to call again. */
const MOST_CALLS = 20;
const LONGEST_RECORDED = 20_000;

export type Answered = { readonly answers: readonly ToolAnswer[]; readonly invalid: number };

type CallsToAnswer = {
  readonly step: number;
  readonly calls: readonly ToolCall[];
  readonly offered: readonly string[];
  /** Computed for each call, as time passes. */
  readonly limits: () => CallLimits;
};

const observe = async (
  call: ToolCall,
  { offered, limits }: CallsToAnswer,
  world: AgentWorld,
): Promise<Observation & { readonly valid: boolean }> => {
  const read = readToolCall(call, offered);
  return read.ok
    ? { ...(await carryOut(read.call, world, limits())), valid: true }
    : { ...refusal(read.reason), valid: false };
};

/** Carries out the calls of one turn in order; every call gets an answer. */
export const answerCalls = async (asked: CallsToAnswer, world: AgentWorld): Promise<Answered> => {
  const { step, calls } = asked;
  const answers: ToolAnswer[] = [];
  let invalid = 0;
  for (const [at, call] of calls.entries()) {
    const { id, name } = call;
    await world.record({
      event: 'tool_call',
      step,
      id,
      name,
      input: capText(call.input, LONGEST_RECORDED).text,
    });
    const startedMs = world.clock.monotonicMs();
    const observed =
      at < MOST_CALLS
        ? await observe(call, asked, world)
        : { ...refusal(`Only ${MOST_CALLS} calls a turn are carried out; call again.`), valid: false };
    if (!observed.valid) invalid += 1;
    const { text, leftOut } = capText(observed.text, asked.limits().observationChars);
    answers.push({ id, name, text, failed: observed.failed });
    const ms = Math.round(world.clock.monotonicMs() - startedMs);
    await world.record({ event: 'tool_result', step, id, name, failed: observed.failed, text, leftOut, ms });
  }
  return { answers, invalid };
};
