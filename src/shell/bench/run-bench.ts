import { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import { findAgentKind, resolveAgent } from '../agent/resolve-agent.ts';
import { UserError } from '../errors/user-error.ts';
import type { BenchStore } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';

export type BenchRequest = {
  /** `PROVIDER:MODEL` for the built-in agent, or another agent by its name. */
  readonly model: string;
  /** Runs of every task; 1 by default. */
  readonly repeat?: number;
  /** False: no judges, so `human_like` is null. */
  readonly judges?: boolean;
  /** `PROVIDER:MODEL` of the judges; by default the agent's own. */
  readonly judgeModel?: string;
  /** Turns of the model. */
  readonly maxSteps?: number;
  readonly maxCostUsd?: number;
  /** Skip what is already stored for the same settings and content. */
  readonly onlyMissing?: boolean;
  /** Called with the events of every trace, and `task_finished` after each task. */
  readonly onProgress?: OnEvent;
};

/** `mock:synthetic` is the built-in agent with that model; other agents are named as they are. */
const agentOf = (model: string): string => (findAgentKind(model) === null ? `builtin:${model}` : model);

const judgeFor = ({ judges = true, judgeModel, model }: BenchRequest): string | null => {
  if (!judges && judgeModel !== undefined)
    throw new UserError(
      'judges-off',
      '--judge-model and --no-judges contradict each other',
      'Leave one of them out.',
    );
  if (!judges) return null;
  if (judgeModel !== undefined) return judgeModel;
  const agent = agentOf(model);
  return agent.startsWith('builtin:') ? agent.slice('builtin:'.length) : 'claude-cli';
};

/** Lets an agent work on every task, verifies and scores its changes, and stores a run each. */
export const runBench = async (
  bench: BenchTools,
  store: BenchStore,
  tasks: readonly BenchTask[],
  request: BenchRequest,
): Promise<SuiteResult> => {
  const settings = {
    max_steps: request.maxSteps ?? AgentLimits.parse({}).steps,
    max_cost_usd: request.maxCostUsd ?? null,
    judge_model: judgeFor(request),
  };
  return runSuite(bench, store, {
    tasks,
    agent: resolveAgent(bench.agents, agentOf(request.model)),
    model: request.model,
    repeats: request.repeat ?? 1,
    settings,
    onlyMissing: request.onlyMissing ?? false,
    onEvent: request.onProgress ?? (() => undefined),
  });
};
