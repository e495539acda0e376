import type { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
import type { ObjectiveCheck } from '../../core/domain/experiment/objective-check.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { PolicyInput } from '../../shell/experiment/experiment-session.ts';
import { noExperiment, resolveExperiment } from '../../shell/experiment/frozen-experiment.ts';
import type { PromotionPlan } from '../../shell/experiment/promote/plan-promotion.ts';
import {
  carryOutPromotion,
  planFromRecord,
  promotableCandidate,
} from '../../shell/experiment/promote/promote-experiment.ts';
import {
  addTrials as addMore,
  confirmExperiment as confirmMore,
  resumeExperiment,
  startExperiment,
} from '../../shell/experiment/start-experiment.ts';
import type { TaskValidation } from '../../shell/experiment/suite/validate-experiment-task.ts';
import { validateSuite } from '../../shell/experiment/suite/validate-suite.ts';
import type { GitRepository } from '../../shell/ports/git-repository.ts';
import type { OpenedPullRequest } from '../../shell/ports/pull-requests.ts';
import type { CheckedResult } from '../../shell/experiment/trial/run-task-checks.ts';
import {
  type ObjectiveCheckOptions,
  runObjectiveChecks as runChecks,
} from '../../shell/experiment/trial/run-objective-checks.ts';
import type { ConfiguredAgent } from '../../shell/ports/configured-agent.ts';
import type { TrialJudge } from '../../shell/ports/trial-judge.ts';
import { openExperiments } from '../wiring/open-experiments.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { openLabTools, openPullRequestTools, openSuiteTools } from '../wiring/wiring-experiments.ts';

export type CompareOptions = {
  readonly repo?: string;
  /** Folder, commit, or COMMIT:FOLDER; `NAME=` may come first. */
  readonly baseline: string;
  readonly candidates: readonly string[];
  readonly tasks: string;
  /** A spec, or an agent of your own; by default as `[experiment]` says. */
  readonly agent?: string | ConfiguredAgent;
  readonly judge?: string | TrialJudge | null;
  /** Any key of `[experiment]`: trials, rule, thresholds, weights. */
  readonly policy?: PolicyInput;
  /** Fresh trials of suspected tasks: always, never, or by default if a promotion depends on them. */
  readonly confirm?: boolean | 'auto';
  readonly budgetUsd?: number;
  readonly seed?: number;
  readonly jobs?: number;
  /** Let agents work even if this machine has no sandbox for them. */
  readonly allowDegraded?: boolean;
  /** Called with every event of the run, as the trace stores them. */
  readonly onProgress?: OnEvent;
  /** Ends the comparison with an AbortError; it can be resumed. */
  readonly signal?: AbortSignal;
};

const specs = ({ agent, judge, policy }: CompareOptions): PolicyInput => ({
  ...policy,
  ...(typeof agent === 'string' ? { agent } : {}),
  ...(typeof judge === 'string' ? { judge } : {}),
});

export const compareConfigurationsIn = async (
  session: Session,
  options: CompareOptions,
): Promise<ExperimentRecord> => {
  const { repo = '.', agent, judge, onProgress, signal, policy: _policy, ...asked } = options;
  const { world, config, policy } = await openExperiments(session, repo, { given: specs(options), signal });
  return startExperiment(
    world,
    { ...asked, config, policy },
    {
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(typeof agent === 'object' ? { agent } : {}),
      ...(typeof judge === 'object' ? { judge } : {}),
    },
  );
};

/** Runs tasks under a baseline and its candidates, and gives the verdict; the run is stored. */
export const compareConfigurations = (options: CompareOptions): Promise<ExperimentRecord> =>
  withSession((session) => compareConfigurationsIn(session, options));

type InRun = {
  readonly repo?: string;
  /** Called with every event of the run, as the trace stores them. */
  readonly onProgress?: OnEvent;
  /** Ends the comparison with an AbortError; it can be resumed. */
  readonly signal?: AbortSignal;
};

const callbacksOf = ({ onProgress }: InRun) => (onProgress === undefined ? {} : { onProgress });

export const resumeComparisonIn = async (
  session: Session,
  run: string,
  options: InRun = {},
): Promise<ExperimentRecord> => {
  const { repo = '.', signal } = options;
  const { world } = await openExperiments(session, repo, { signal });
  return resumeExperiment(world, await resolveExperiment(world.tools.store, run), callbacksOf(options));
};

/** Continues an interrupted comparison; a finished one is returned as it is. */
export const resumeComparison = (run: string, options: InRun = {}): Promise<ExperimentRecord> =>
  withSession((session) => resumeComparisonIn(session, run, options));

export const addTrialsIn = async (
  session: Session,
  run: string,
  more: number,
  options: InRun = {},
): Promise<ExperimentRecord> => {
  const { repo = '.', signal } = options;
  const { world, config } = await openExperiments(session, repo, { signal });
  const id = await resolveExperiment(world.tools.store, run);
  return addMore(world, { id, more, config }, callbacksOf(options));
};

/** The same comparison with more trials of each task, as a run of its own; earlier trials are not run again. */
export const addTrials = (run: string, more: number, options: InRun = {}): Promise<ExperimentRecord> =>
  withSession((session) => addTrialsIn(session, run, more, options));

export const confirmComparisonIn = async (
  session: Session,
  run: string,
  options: InRun & { readonly budgetUsd?: number } = {},
): Promise<ExperimentRecord> => {
  const { repo = '.', signal, budgetUsd } = options;
  const { world, config } = await openExperiments(session, repo, { signal });
  const id = await resolveExperiment(world.tools.store, run);
  const asked = { id, config, ...(budgetUsd === undefined ? {} : { budgetUsd }) };
  return confirmMore(world, asked, callbacksOf(options));
};

/** Fresh trials of the tasks that are still suspected, as a run of its own; earlier trials are not run again. */
export const confirmComparison = (
  run: string,
  options: InRun & { readonly budgetUsd?: number } = {},
): Promise<ExperimentRecord> => withSession((session) => confirmComparisonIn(session, run, options));

type PromotionOptions = {
  readonly repo?: string;
  /** The branch to promote to; by default the one checked out. */
  readonly base?: string;
};

const planIn = async (
  session: Session,
  run: string,
  { repo = '.', base = 'HEAD' }: PromotionOptions,
): Promise<{ readonly plan: PromotionPlan; readonly repository: GitRepository } | null> => {
  const { world } = await openExperiments(session, repo);
  const { store, repository } = world.tools;
  const id = await resolveExperiment(store, run);
  const record = await store.loadExperiment(id);
  if (record === null) throw noExperiment(id);
  const candidate = promotableCandidate(record);
  return candidate === null
    ? null
    : { plan: await planFromRecord(world, record, { candidate, base }), repository };
};

/** The branch, title and files of a pull request for the candidate that may be promoted; null: none may. */
export const planPromotion = (run: string, options: PromotionOptions = {}): Promise<PromotionPlan | null> =>
  withSession(async (session) => (await planIn(session, run, options))?.plan ?? null);

/** Pushes the planned promotion and opens its pull request; null: no candidate may be promoted. */
export const openPromotion = (
  run: string,
  options: PromotionOptions = {},
): Promise<OpenedPullRequest | null> =>
  withSession(async (session) => {
    const planned = await planIn(session, run, options);
    if (planned === null) return null;
    const pullRequests = await openPullRequestTools(options.repo ?? '.');
    return carryOutPromotion(planned.repository, pullRequests, planned.plan);
  });

export const validateTasksIn = async (
  session: Session,
  folder: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly TaskValidation[]> => {
  const lab = await openSuiteTools(session, signal);
  try {
    return await validateSuite(lab, folder);
  } finally {
    await lab.close();
  }
};

/** Whether each task of a suite is solved by its reference, and not by an empty change. */
export const validateTasks = (
  folder: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly TaskValidation[]> => withSession((session) => validateTasksIn(session, folder, options));

type CheckOptions = ObjectiveCheckOptions & { readonly signal?: AbortSignal };

export const runObjectiveChecksIn = async (
  session: Session,
  folder: string,
  checks: readonly ObjectiveCheck[],
  { signal, ...options }: CheckOptions = {},
): Promise<CheckedResult> => {
  const lab = await openLabTools(session, signal);
  try {
    return await runChecks(lab, folder, checks, options);
  } finally {
    await lab.close();
  }
};

/**
 * Every check against a folder, in the sandbox: how many pass, of how many. `base`: the folder before the change, for
 * `diff_within`; `hidden`: a folder that commands find at `{checks}`. The folder itself is not changed.
 */
export const runObjectiveChecks = (
  folder: string,
  checks: readonly ObjectiveCheck[],
  options: CheckOptions = {},
): Promise<CheckedResult> => withSession((session) => runObjectiveChecksIn(session, folder, checks, options));
