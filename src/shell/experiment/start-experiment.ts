import { resolve } from 'node:path';
import type { ExperimentPolicy } from '../../core/domain/experiment/experiment-policy.ts';
import type { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { UserError } from '../errors/user-error.ts';
import {
  carryOutExperiment,
  type Compared,
  type ExperimentHooks,
  type ExperimentTools,
  openActors,
  readCompared,
} from './compare-configurations.ts';
import { type FrozenExperiment, noExperiment, readFrozen, readTrials } from './frozen-experiment.ts';

export type ComparisonRequest = {
  readonly baseline: string;
  readonly candidates: readonly string[];
  readonly tasks: string;
  readonly policy: ExperimentPolicy;
  readonly config: HydraConfig;
  readonly seed?: number;
  /** Fresh trials of suspected tasks: always, never, or by default if a promotion depends on them. */
  readonly confirm?: boolean | 'auto';
  readonly budgetUsd?: number;
  readonly jobs?: number;
  /** Let agents work even if this machine has no sandbox for them. */
  readonly allowDegraded?: boolean;
};

/** As `[experiment]` allows. */
const MOST_ROUNDS = 20;

export type ExperimentCallbacks = Partial<Omit<ExperimentHooks, 'known'>>;

const isStrict = ({ rule, trials }: ExperimentPolicy): boolean =>
  rule === 'strict' || (rule === 'auto' && trials === 1);

const refuseConfirm = ({ confirm, policy }: Pick<ComparisonRequest, 'confirm' | 'policy'>): void => {
  if (confirm !== true || !isStrict(policy)) return;
  throw new UserError(
    'confirm-strict',
    'With one trial per task, or under the strict rule, there is nothing for fresh trials to confirm.',
    'Use two trials or more, or remove --confirm.',
  );
};

const freeze = (request: ComparisonRequest, { suite, configurations }: Compared): FrozenExperiment => ({
  kind: 'experiment',
  sources: configurations.map(({ name, source }) => `${name}=${source}`),
  tasks: resolve(request.tasks),
  agent: request.policy.agent,
  judge: request.policy.judge,
  policy: request.policy,
  seed: request.seed ?? 1,
  confirm: isStrict(request.policy) ? false : (request.confirm ?? 'auto'),
  budgetUsd: request.budgetUsd ?? null,
  jobs: request.jobs ?? 1,
  configurations: configurations.map(({ name, hash }) => ({ name, hash })),
  suite: suite.map(({ id, hash }) => ({ id, hash })),
  notes: [],
  ...(request.allowDegraded === true ? { allowDegraded: true } : {}),
});

const begin = async (
  world: ExperimentTools,
  ready: { readonly frozen: FrozenExperiment; readonly compared: Compared; readonly config: HydraConfig },
  hooks: ExperimentHooks,
): Promise<ExperimentRecord> => {
  const { frozen, compared, config } = ready;
  const actors = await openActors(world, frozen, compared, hooks);
  const startedAt = world.tools.clock.now();
  const run = await world.tools.store.create({ config, startedAt, evaluation: frozen });
  try {
    return await carryOutExperiment(world, { frozen, compared, actors }, run, { ...hooks, startedAt });
  } catch (error) {
    await run.leave(error);
    throw error;
  }
};

const hooksOf = (callbacks: ExperimentCallbacks, known: ExperimentHooks['known']): ExperimentHooks => ({
  onProgress: () => undefined,
  ...callbacks,
  known,
});

/** Compares candidates with a baseline over a suite of tasks, and stores the result as a run. */
export const startExperiment = async (
  world: ExperimentTools,
  request: ComparisonRequest,
  callbacks: ExperimentCallbacks = {},
): Promise<ExperimentRecord> => {
  refuseConfirm(request);
  const sources = [request.baseline, ...request.candidates];
  const compared = await readCompared(world, { tasks: request.tasks, sources });
  const frozen = freeze(request, compared);
  return begin(world, { frozen, compared, config: request.config }, hooksOf(callbacks, new Map()));
};

/** Reads the current state of the request; changed bytes make it another experiment. */
const readAgain = async (world: ExperimentTools, frozen: FrozenExperiment): Promise<Compared> => {
  const compared = await readCompared(world, frozen);
  const same =
    JSON.stringify(compared.suite.map(({ id, hash }) => ({ id, hash }))) === JSON.stringify(frozen.suite) &&
    JSON.stringify(compared.configurations.map(({ name, hash }) => ({ name, hash }))) ===
      JSON.stringify(frozen.configurations);
  if (same) return compared;
  throw new UserError(
    'experiment-changed',
    'Tasks or configurations have changed since: this would be another experiment.',
    'Start a new one; trials of unchanged tasks and configurations are reused.',
  );
};

/** Resumes an experiment that was interrupted; a finished one is returned as it is. */
export const resumeExperiment = async (
  world: ExperimentTools,
  id: string,
  callbacks: ExperimentCallbacks = {},
): Promise<ExperimentRecord> => {
  const { store } = world.tools;
  const trace = await store.readEvents(id);
  const frozen = readFrozen(id, trace);
  const finished = (await store.list()).some((run) => run.id === id && run.state === 'complete');
  const stored = finished ? await store.loadExperiment(id) : null;
  if (stored !== null) return stored;
  const compared = await readAgain(world, frozen);
  const hooks = hooksOf(callbacks, readTrials(id, trace));
  const actors = await openActors(world, frozen, compared, hooks);
  const reopened = await store.reopen(id);
  if (reopened.state === 'complete') return (await store.loadExperiment(id)) ?? failNoExperiment(id);
  const { run, request } = reopened;
  try {
    const { startedAt } = request;
    return await carryOutExperiment(world, { frozen, compared, actors }, run, { ...hooks, startedAt });
  } catch (error) {
    await run.leave(error);
    throw error;
  }
};

const failNoExperiment = (id: string): never => {
  throw noExperiment(id);
};

/** Running more after seeing the result is a second look: each look costs half of the remaining significance. */
const withExtraTrials = (frozen: FrozenExperiment, more: number): FrozenExperiment => {
  const significance = frozen.policy.significance / 2;
  return {
    ...frozen,
    policy: { ...frozen.policy, trials: frozen.policy.trials + more, significance },
    notes: [
      ...frozen.notes,
      `${more} trials a task were added after a look at the result, so a gain or loss is believed at p ${significance} only`,
    ],
  };
};

/**
 * Fresh trials of the tasks that are still suspected, as a run of its own. Every round has its share of the
 * significance set aside, so that a further one needs no correction.
 */
export const confirmExperiment = async (
  world: ExperimentTools,
  {
    id,
    budgetUsd,
    config,
  }: { readonly id: string; readonly budgetUsd?: number; readonly config: HydraConfig },
  callbacks: ExperimentCallbacks = {},
): Promise<ExperimentRecord> => {
  const trace = await world.tools.store.readEvents(id);
  const before = readFrozen(id, trace);
  const { policy } = before;
  refuseConfirm({ confirm: true, policy });
  const known = readTrials(id, trace);
  const done = Math.max(0, ...[...known.values()].map(({ round }) => round));
  const rounds = Math.min(MOST_ROUNDS, done + policy.confirm_rounds);
  const frozen: FrozenExperiment = {
    ...before,
    confirm: true,
    policy: { ...policy, confirm_rounds: rounds },
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
  };
  const compared = await readAgain(world, frozen);
  return begin(world, { frozen, compared, config }, hooksOf(callbacks, known));
};

/** The same experiment with more trials, as a run of its own; earlier trials are reused. */
export const addTrials = async (
  world: ExperimentTools,
  { id, more, config }: { readonly id: string; readonly more: number; readonly config: HydraConfig },
  callbacks: ExperimentCallbacks = {},
): Promise<ExperimentRecord> => {
  const trace = await world.tools.store.readEvents(id);
  const frozen = withExtraTrials(readFrozen(id, trace), more);
  const compared = await readAgain(world, frozen);
  return begin(world, { frozen, compared, config }, hooksOf(callbacks, readTrials(id, trace)));
};
