import { agentSystemPrompt, CUT_OFF } from '../../core/agent/agent-prompt.ts';
import { spentBudget } from '../../core/agent/spent-budget.ts';
import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { ToolSpec } from '../../core/domain/agent/conversation.ts';
import type { Completion, LanguageModel, ModelFault } from '../ports/models.ts';
import type { AgentTask } from '../ports/agent.ts';
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

const takeTurn = async (running: Running, state: AgentState): Promise<Completion | ModelFault> => {
  const { model, world, system, tools } = running;
  const step = state.steps + 1;
  const startedMs = world.clock.monotonicMs();
  const retries: Promise<void>[] = [];
  const turn = await model.complete({
    system,
    tools,
    messages: state.messages,
    signal: AbortSignal.timeout(Math.ceil(leftMs(running))),
    onRetry: (retry) => retries.push(world.record({ event: 'model_retry', step, ...retry })),
  });
  await Promise.all(retries);
  const ms = Math.round(world.clock.monotonicMs() - startedMs);
  if (!turn.ok) {
    await world.record({ event: 'model_failed', step, kind: turn.kind, reason: turn.reason, ms });
    return turn;
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
  return turn;
};

const checkBudget = async (running: Running, state: AgentState): Promise<Ending | null> => {
  const spent = spentBudget(running.limits, { ...state, wallMs: elapsed(running) });
  if (spent === null) return null;
  await running.world.record({ event: 'budget_exhausted', ...spent });
  return {
    ended: spent.budget,
    reason:
      spent.used === null
        ? `the limit of ${spent.budget} cannot be kept: the provider did not say what was used`
        : `the limit of ${spent.budget} is used up (${spent.used} of ${spent.limit})`,
  };
};

const failed = async (running: Running, state: AgentState, fault: ModelFault): Promise<Ending> => {
  const late = fault.kind === 'interrupted' ? await checkBudget(running, state) : null;
  return late ?? { ended: 'unavailable', reason: `${running.model.name} ${fault.reason}` };
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

const work = async (running: Running, prompt: string): Promise<{ state: AgentState; ending: Ending }> => {
  let state = freshState(prompt);
  for (;;) {
    const exhausted = await checkBudget(running, state);
    if (exhausted !== null) return { state, ending: exhausted };
    const turn = await takeTurn(running, state);
    if (!turn.ok) return { state, ending: await failed(running, state, turn) };
    state = afterTurn(state, turn);
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
