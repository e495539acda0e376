import { agentSystemPrompt, CUT_OFF } from '../../core/agent/agent-prompt.ts';
import { compactMessages, conversationChars } from '../../core/agent/compact-messages.ts';
import { spentBudget } from '../../core/agent/spent-budget.ts';
import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { ToolSpec } from '../../core/domain/agent/conversation.ts';
import type { Completion, LanguageModel, ModelFault } from '../ports/models.ts';
import { valueOrNull } from '../../core/domain/measured.ts';
import type { AgentProgress, AgentStop, AgentTask } from '../ports/agent.ts';
import { agentDuties } from './agent-duties.ts';
import { type AgentState, afterTurn, type Ending, freshState, resultOf } from './agent-state.ts';
import type { AgentWorld } from './agent-world.ts';
import { answerCalls } from './answer-calls.ts';

type Running = {
  readonly model: LanguageModel;
  readonly world: AgentWorld;
  readonly limits: AgentLimits;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly startedMs: number;
};

const elapsed = ({ world, startedMs }: Running): number => world.clock.monotonicMs() - startedMs;
const leftMs = (running: Running): number => Math.max(1, running.limits.wallMs - elapsed(running));

type Turn = { readonly answer: Completion | ModelFault; readonly retried: boolean };

const turnMs = (running: Running): number => Math.min(leftMs(running), running.limits.turnMs ?? Infinity);

const turnSignal = (running: Running): AbortSignal => {
  const late = AbortSignal.timeout(Math.ceil(turnMs(running)));
  const { stop } = running.world;
  return stop === undefined ? late : AbortSignal.any([late, stop]);
};

/** Null: it was not stopped. */
const stoppedBy = ({ world: { stop } }: Running): Ending | null =>
  stop?.aborted === true ? (stop.reason as AgentStop) : null;

const takeTurn = async (running: Running, state: AgentState): Promise<Turn> => {
  const { model, world, system, tools } = running;
  const step = state.steps + 1;
  const startedMs = world.clock.monotonicMs();
  const retries: Promise<void>[] = [];
  const turn = await model.complete({
    system,
    tools,
    messages: state.messages,
    signal: turnSignal(running),
    onRetry: (retry) => retries.push(world.record({ event: 'model_retry', step, ...retry })),
  });
  await Promise.all(retries);
  const ms = Math.round(world.clock.monotonicMs() - startedMs);
  if (!turn.ok) {
    await world.record({ event: 'model_failed', step, kind: turn.kind, reason: turn.reason, ms });
    return { answer: turn, retried: retries.length > 0 };
  }
  const { text, toolCalls, usage, costUsd, stopped } = turn;
  await world.record({
    event: 'model_turn',
    step,
    model: turn.model,
    text,
    toolCalls,
    usage,
    costUsd,
    stopped,
    ms,
  });
  return { answer: turn, retried: retries.length > 0 };
};

const checkBudget = async (running: Running, state: AgentState): Promise<Ending | null> => {
  const spent = spentBudget(running.limits, { ...state, wallMs: elapsed(running) });
  if (spent === null) return null;
  await running.world.record({ event: 'budget_exhausted', ...spent });
  return {
    ended: spent.budget,
    reason:
      spent.used === null
        ? `the limit of ${spent.budget} cannot be enforced: the provider did not report its usage`
        : `the limit of ${spent.budget} is used up (${spent.used} of ${spent.limit})`,
  };
};

/** If a provider had to be asked again, the provider rather than the model may be to blame for the time. */
const failed = async (
  running: Running,
  state: AgentState,
  { fault, retried }: { readonly fault: ModelFault; readonly retried: boolean },
): Promise<Ending> => {
  const { model, limits } = running;
  const reason = `${model.name} ${fault.reason}`;
  if (fault.kind === 'context') return { ended: 'context', reason };
  const late = fault.kind === 'interrupted' ? await checkBudget(running, state) : null;
  if (late !== null) return late;
  return fault.kind === 'interrupted' && limits.turnMs !== null && !retried
    ? { ended: 'time', reason: `one turn took longer than ${limits.turnMs / 1000} s` }
    : { ended: 'unavailable', reason };
};

/** Room for the answer, and for errors of the estimate. */
const FULL = 0.8;
/** Low enough that it does not recur at once: everything after the first change is processed again. */
const ROOMY = 0.5;
const CHARS_A_TOKEN = 4;
/** Halving this often leaves less than any model's limit. */
const MOST_COMPACTIONS = 5;

const compact = async (running: Running, state: AgentState, most: number): Promise<AgentState> => {
  const messages = compactMessages(state.messages, most);
  const [before, after] = [conversationChars(state.messages), conversationChars(messages)];
  if (after >= before) return state;
  await running.world.record({ event: 'context_compacted', step: state.steps + 1, before, after });
  return { ...state, messages };
};

/** Before the next turn would not fit, if the model's limit is known; 4 characters count as one token. */
const makeRoom = async (running: Running, state: AgentState): Promise<AgentState> => {
  const { model, system } = running;
  if (model.contextTokens === undefined) return state;
  const room = (share: number): number => share * (model.contextTokens ?? 0) * CHARS_A_TOKEN - system.length;
  return conversationChars(state.messages) <= room(FULL) ? state : compact(running, state, room(ROOMY));
};

/** A turn, with a shorter conversation if the model reports that this one is too long. */
const takeTurnInRoom = async (
  running: Running,
  given: AgentState,
): Promise<Turn & { readonly state: AgentState }> => {
  let state = await makeRoom(running, given);
  for (let compacted = 0; ; compacted += 1) {
    const turn = await takeTurn(running, state);
    if (turn.answer.ok || turn.answer.kind !== 'context' || compacted >= MOST_COMPACTIONS)
      return { ...turn, state };
    const shorter = await compact(running, state, ROOMY * conversationChars(state.messages));
    if (shorter === state) return { ...turn, state };
    state = shorter;
  }
};

const useTools = async (running: Running, state: AgentState, turn: Completion): Promise<AgentState> => {
  const { world, limits, tools } = running;
  const { answers, invalid } = await answerCalls(
    {
      step: state.steps,
      calls: turn.toolCalls,
      offered: tools.map(({ name }) => name),
      limits: () => ({ ...limits, timeoutMs: Math.ceil(Math.min(limits.commandMs, leftMs(running))) }),
    },
    world,
  );
  return {
    ...state,
    toolCalls: state.toolCalls + answers.length,
    invalidCalls: state.invalidCalls + invalid,
    messages: [...state.messages, { role: 'tools', answers }],
  };
};

const progressOf = (state: AgentState, { text, toolCalls: [call] }: Completion): AgentProgress => ({
  action: call === undefined ? text : `${call.name} ${call.input}`,
  steps: state.steps,
  toolCalls: state.toolCalls,
  tokens: state.usage.known ? state.usage.value.total : null,
  costUsd: valueOrNull(state.costUsd),
});

const work = async (running: Running, prompt: string): Promise<{ state: AgentState; ending: Ending }> => {
  let state = freshState(prompt);
  for (;;) {
    const exhausted = await checkBudget(running, state);
    const over = stoppedBy(running) ?? exhausted;
    if (over !== null) return { state, ending: over };
    const { answer: turn, retried, ...inRoom } = await takeTurnInRoom(running, state);
    state = inRoom.state;
    if (!turn.ok)
      return {
        state,
        ending: stoppedBy(running) ?? (await failed(running, state, { fault: turn, retried })),
      };
    state = afterTurn(state, turn);
    running.world.onProgress?.(progressOf(state, turn));
    if (turn.toolCalls.length > 0) state = await useTools(running, state, turn);
    else if (turn.stopped === 'length')
      state = { ...state, messages: [...state.messages, { role: 'user', text: CUT_OFF }] };
    else return { state, ending: { ended: 'finished', reason: 'the model called no more tools' } };
  }
};

/** Lets a model work on a tree with tools until it is done or a budget is used up. Errors are part of the result. */
export const runAgent = async (
  model: LanguageModel,
  task: AgentTask,
  world: AgentWorld,
): Promise<AgentResult> => {
  const { limits, tools } = agentDuties(model, task);
  const system = agentSystemPrompt(task.instructions ?? '', task.system);
  const names = tools.map(({ name }) => name);
  await world.record({
    event: 'agent_started',
    model: model.name,
    prompt: task.prompt,
    system,
    tools: names,
    limits,
  });
  const running: Running = { model, world, limits, system, tools, startedMs: world.clock.monotonicMs() };
  const { state, ending } = await work(running, task.prompt);
  const result = resultOf(state, ending, { model: model.name, wallMs: elapsed(running) });
  await world.record({ event: 'agent_ended', ...result });
  return result;
};
