import { concludeExperiment } from '../../core/experiment/conclude-experiment.ts';
import type { Obstacle } from '../../core/domain/experiment/comparison.ts';
import {
  EXPERIMENT_SCHEMA_VERSION,
  type ExperimentFacts,
  type ExperimentRecord,
} from '../../core/domain/experiment/experiment-record.ts';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import type { AgentConfiguration } from '../../core/domain/experiment/agent-configuration.ts';
import type { ExperimentTask } from '../../core/domain/experiment/experiment-task.ts';
import type { Trial } from '../../core/domain/experiment/trial.ts';
import type { OpenRun } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';
import type { ConfiguredAgent } from '../ports/configured-agent.ts';
import type { TrialCache } from '../ports/trial-cache.ts';
import type { TrialJudge } from '../ports/trial-judge.ts';
import { requireSandbox } from '../agent/require-sandbox.ts';
import { UserError } from '../errors/user-error.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { ExperimentPlan } from './experiment-world.ts';
import type { FrozenExperiment } from './frozen-experiment.ts';
import { loadConfigurations } from './suite/load-configuration.ts';
import { loadSuite, type SuiteReader } from './suite/load-suite.ts';
import { runExperiment } from './run-experiment.ts';
import { type LabTools, openLab } from './trial/trial-lab.ts';

export type OpenedJudge = { readonly judge: TrialJudge | null; readonly note: string | null };

/** What experiments need: a user's repository, agents and judges. */
export type ExperimentTools = {
  readonly tools: Pick<Tools, 'repository' | 'store' | 'files' | 'clock' | 'digest'>;
  readonly cache: TrialCache;
  readonly parseToml: (text: string) => unknown;
  readonly readGitTask: SuiteReader['readGitTask'];
  readonly openLabTools: () => Promise<LabTools & { readonly close: () => Promise<void> }>;
  /** An agent that is not available under one of these configurations is a UserError. */
  readonly openAgent: (
    spec: string,
    configurations: readonly AgentConfiguration[],
  ) => Promise<ConfiguredAgent>;
  readonly openJudge: (spec: string) => Promise<OpenedJudge>;
};

export type Compared = {
  readonly suite: readonly ExperimentTask[];
  readonly configurations: readonly AgentConfiguration[];
};

/** Reads everything that is compared; nothing is read again while trials run. */
export const readCompared = async (
  { tools, parseToml, readGitTask }: ExperimentTools,
  { tasks, sources }: Pick<FrozenExperiment, 'tasks' | 'sources'>,
): Promise<Compared> => {
  const reader = { ...tools, parseToml, readGitTask };
  return { suite: await loadSuite(reader, tasks), configurations: await loadConfigurations(reader, sources) };
};

const hashesOf = ({ suite, configurations }: Compared): string =>
  JSON.stringify([suite.map(({ id, hash }) => [id, hash]), configurations.map(({ hash }) => hash)]);

/** Fail closed: a task that changed during its trials never leads to a promotion. */
const changedMeanwhile = async (
  world: ExperimentTools,
  frozen: FrozenExperiment,
  compared: Compared,
): Promise<readonly Obstacle[]> => {
  const now = await readCompared(world, frozen).then(hashesOf, () => 'unreadable');
  if (now === hashesOf(compared)) return [];
  return [{ kind: 'changed_task', sentence: 'tasks or configurations changed while the experiment ran' }];
};

const requirePrices = (frozen: FrozenExperiment, agent: ConfiguredAgent, judge: TrialJudge | null): void => {
  const unpriced = [agent, judge].find((one) => one !== null && !one.priced);
  if (frozen.budgetUsd === null || unpriced === undefined || unpriced === null) return;
  throw new UserError(
    'budget-unknown',
    `The cost of ${unpriced.spec} is not known, so a budget cannot be enforced.`,
    'Remove --budget, or choose an agent whose price is known.',
  );
};

export type ExperimentHooks = {
  readonly known: ReadonlyMap<string, Trial>;
  readonly onProgress: OnEvent;
  /** Replaces the one in the request. */
  readonly agent?: ConfiguredAgent;
  readonly judge?: TrialJudge | null;
  /** Agents may work without a sandbox, whatever was allowed when the experiment began. */
  readonly allowDegraded?: boolean;
};

export type Actors = {
  readonly agent: ConfiguredAgent;
  /** Warning to show before the first agent starts; null: it has a sandbox. */
  readonly noSandbox: string | null;
} & OpenedJudge;

/** Our own scripts need no sandbox. */
const requireLabSandbox = async (
  world: ExperimentTools,
  { mock }: ConfiguredAgent,
  allowed: boolean,
): Promise<string | null> => {
  if (mock) return null;
  const lab = await world.openLabTools();
  try {
    return requireSandbox(await lab.tools.openWorkspaces({ environment: {}, copies: true }), allowed);
  } finally {
    await lab.close();
  }
};

const openJudge = async (
  world: ExperimentTools,
  { judge }: FrozenExperiment,
  { suite }: Compared,
): Promise<OpenedJudge> =>
  suite.some(({ criteria }) => criteria.length > 0) ? world.openJudge(judge) : { judge: null, note: null };

/** Resolves agent and judge before anything runs. */
export const openActors = async (
  world: ExperimentTools,
  frozen: FrozenExperiment,
  compared: Compared,
  hooks: ExperimentHooks,
): Promise<Actors> => {
  const agent = hooks.agent ?? (await world.openAgent(frozen.agent, compared.configurations));
  const seated =
    hooks.judge === undefined ? await openJudge(world, frozen, compared) : { judge: hooks.judge, note: null };
  requirePrices(frozen, agent, seated.judge);
  const allowed = frozen.allowDegraded === true || hooks.allowDegraded === true;
  return { agent, noSandbox: await requireLabSandbox(world, agent, allowed), ...seated };
};

/** Runs an experiment in an open run, stores its record and returns it. */
export const carryOutExperiment = async (
  world: ExperimentTools,
  { frozen, compared, actors }: { frozen: FrozenExperiment; compared: Compared; actors: Actors },
  run: OpenRun,
  { known, onProgress, startedAt }: ExperimentHooks & { readonly startedAt: string },
): Promise<ExperimentRecord> => {
  run.subscribe(onProgress);
  run.emit({ event: 'run_started', run: run.id, kind: 'experiment' });
  if (actors.noSandbox !== null) run.emit({ event: 'note', text: actors.noSandbox });
  const plan: ExperimentPlan = { ...frozen, ...compared };
  const lab = await world.openLabTools();
  let facts: ExperimentFacts;
  try {
    const opened = await openLab(lab);
    facts = await runExperiment(
      {
        run: run.id,
        lab: opened,
        ...actors,
        cache: world.cache,
        known,
        record: run.record,
        emit: run.emit,
      },
      plan,
    );
    if (opened.isolation === 'degraded') facts.notes.push('agents and checks ran without a sandbox');
  } finally {
    await lab.close();
  }
  facts.obstacles.push(...(await changedMeanwhile(world, frozen, compared)));
  facts.notes.push(...frozen.notes, ...(actors.note === null ? [] : [actors.note]));
  const stored: ExperimentRecord = {
    schema_version: EXPERIMENT_SCHEMA_VERSION,
    engine_version: ENGINE_VERSION,
    id: run.id,
    started_at: startedAt,
    ...facts,
    ...concludeExperiment(facts),
  };
  await run.finishExperiment(stored);
  return stored;
};
