import { capText } from '../../core/agent/cap-text.ts';
import { readToolCall } from '../../core/agent/read-tool-call.ts';
import type { ToolAnswer, ToolCall } from '../../core/domain/agent/conversation.ts';
import type { AgentWorld } from './agent-world.ts';
import { type CallLimits, carryOut } from './carry-out.ts';
import { type Observation, refusal } from './observation.ts';

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
