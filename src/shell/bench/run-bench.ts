import type { AgentDefinitions } from '../../core/domain/agent/agent-definition.ts';
import { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import type { BenchSettings } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import { findAgentKind, resolveOneAgent } from '../agent/resolve-agent.ts';
import { UserError } from '../errors/user-error.ts';
import type { Agent } from '../ports/agent.ts';
import type { BenchStore } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';
import { chooseJudges, type JudgesWanted } from './choose-judges.ts';
import { limitsOf } from './run-limits.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';

export type BenchRequest = JudgesWanted & {
  /** `PROVIDER:MODEL` for the built-in agent. Either this or `agent`. */
  readonly model?: string;
  /** An agent as everywhere else: `claude`, `builtin:PROVIDER:MODEL`, or a name from `agents`. */
  readonly agent?: string;
  /** Agents of your own, as in `[agents]` of hydra.toml. */
  readonly agents?: AgentDefinitions;
  /** Runs of every task; 1 by default. */
  readonly repeat?: number;
  /** Turns of the model; by default 50, if the agent can be limited in turns. */
  readonly maxSteps?: number;
  /** Of one run. */
  readonly maxCostUsd?: number;
  /** Time of one run, and of one turn of its model. */
  readonly maxSeconds?: number;
  readonly turnSeconds?: number;
  /** Of all runs together, judges included; no run starts that would exceed it. */
  readonly budgetUsd?: number;
  /** Runs at a time; 1 by default. */
  readonly jobs?: number;
  /** Skip runs already stored for the same settings and content. */
  readonly onlyMissing?: boolean;
  /** Let the agent work even if this machine has no sandbox for it. */
  readonly allowDegraded?: boolean;
  /** Any key of `[benchmark]`. */
  readonly policy?: Partial<BenchmarkPolicy>;
  /** Called with the events of every trace, and `task_finished` after each task. */
  readonly onProgress?: OnEvent;
  /** Called with choices made by default. */
  readonly onNote?: (note: string) => void;
};

/** `mock:synthetic` is the built-in agent with that model; other agents keep their names. */
const specOf = ({ model, agent }: Pick<BenchRequest, 'model' | 'agent'>): string => {
  if (model !== undefined && agent !== undefined)
    throw new UserError(
      'bench-agent',
      '--model and --agent contradict each other',
      '--model is the model of the built-in agent; leave one of them out.',
    );
  const named = agent ?? model;
  if (named === undefined)
    throw new UserError(
      'bench-agent',
      'There is no agent to run',
      'Choose one with --agent, or a model for the built-in agent with --model.',
    );
  return agent === undefined && findAgentKind(named) === null ? `builtin:${named}` : named;
};

const BUILT_IN = 'builtin:';

/** The built-in agent is identified by its model, however it was specified. */
const labelOf = (spec: string): string => (spec.startsWith(BUILT_IN) ? spec.slice(BUILT_IN.length) : spec);

/** A requested limit that cannot be kept is an error; the default step limit is dropped for agents without steps. */
const stepsFor = async (agent: Agent, { maxSteps }: BenchRequest): Promise<number | null> => {
  if (maxSteps !== undefined) return maxSteps;
  const { steps } = AgentLimits.parse({});
  const asked = await agent.availability({ limits: { steps } });
  return !asked.available && asked.why.code === 'agent-limit' ? null : steps;
};

/** Lets an agent work on every task, verifies and scores its changes, and stores a run each. */
export const runBench = async (
  bench: BenchTools,
  store: BenchStore,
  tasks: readonly BenchTask[],
  request: BenchRequest,
): Promise<SuiteResult> => {
  const policy = BenchmarkPolicy.parse(request.policy ?? {});
  const spec = specOf(request);
  const agent = resolveOneAgent(bench.agents, spec, request.agents, ', and use --repeat');
  const { maxCostUsd = policy.max_cost_usd, maxSeconds, turnSeconds } = request;
  const { note, ...judges } = await chooseJudges(bench, store, spec, { ...request, policy });
  const settings: BenchSettings = {
    max_steps: await stepsFor(agent, request),
    max_cost_usd: maxCostUsd ?? null,
    ...judges,
    ...(maxSeconds === undefined ? {} : { max_seconds: maxSeconds }),
    ...(turnSeconds === undefined ? {} : { turn_seconds: turnSeconds }),
  };
  const ready = await agent.availability({ limits: limitsOf(settings) });
  if (!ready.available) throw ready.why;
  if (note !== undefined) request.onNote?.(note);
  return runSuite(bench, store, {
    tasks,
    agent,
    model: labelOf(spec),
    repeats: request.repeat ?? 1,
    settings,
    policy,
    jobs: request.jobs ?? 1,
    budgetUsd: request.budgetUsd ?? null,
    onlyMissing: request.onlyMissing ?? false,
    allowDegraded: request.allowDegraded ?? false,
    onEvent: request.onProgress ?? (() => undefined),
  });
};
