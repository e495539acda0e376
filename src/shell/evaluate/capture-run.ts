import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { OnProgress } from './field/progress.ts';
import type { OpenRun, ResultCache } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';
import { UserError } from '../errors/user-error.ts';
import { evaluateCandidates, type Evaluation } from './evaluate-candidates.ts';
import type { FrozenEvaluation, PastImports } from './recall/frozen-evaluation.ts';
import { lendEnvironment } from './plan/lend-environment.ts';
import { RESULT_LIMITS } from '../stored/prune-storage.ts';

export type FinishedEvaluation = Evaluation & {
  readonly config: HydraConfig;
  /** Names of the user's variables that checks and the installation were given. */
  readonly variables: readonly string[];
  /** The folder with a copy of every workspace, where that was asked for. */
  readonly kept: string | null;
};

/** `recalled`: when the run began that had answered the same question; absent where this one was run now. */
export type AnsweredEvaluation = Omit<FinishedEvaluation, 'variables'> & { readonly recalled?: string };

/** Nothing is taken from earlier runs; what is found out is kept for later ones. */
const forgetful = (cache: ResultCache): ResultCache => ({ ...cache, get: async () => null });

/** A stored run is not undone by what comes after it. */
const pruneResults = async ({ cache }: Tools, onProgress: OnProgress): Promise<void> => {
  try {
    await cache.prune(RESULT_LIMITS);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onProgress({ type: 'note', text: `old results could not be removed: ${why}` });
  }
};

export type RunWork = FrozenEvaluation & {
  readonly config: HydraConfig;
  readonly kept: string | null;
  readonly fresh: boolean;
  /** Without a number of jobs that was asked for, a check that waits gives its core to another. */
  readonly oversubscribeWhenIdle: boolean;
  readonly onProgress: OnProgress;
  readonly past?: PastImports;
};

/** Runs what was asked for on a run that is open; workspaces are gone afterwards. */
export const captureRun = async (tools: Tools, run: OpenRun, work: RunWork): Promise<FinishedEvaluation> => {
  const { kept, past, onProgress } = work;
  const plan = lendEnvironment(tools, work.plan);
  const dispatch = await tools.openDispatcher({
    run: run.id,
    jobs: work.jobs,
    oversubscribeWhenIdle: work.oversubscribeWhenIdle,
    sandbox: work.config.sandbox,
    ...(kept === null ? {} : { keepDir: kept }),
  });
  // Who wants to look at workspaces needs them made.
  const cache = kept === null && !work.fresh ? tools.cache : forgetful(tools.cache);
  try {
    const evaluation = await evaluateCandidates(
      { ...tools, ...dispatch, run, cache },
      { ...work, plan, ...(past === undefined ? {} : { past }) },
    );
    await dispatch.dispatcher.dropKept();
    await pruneResults(tools, onProgress);
    const variables = [...plan.environment, ...(plan.install?.environment ?? [])];
    return { ...evaluation, config: work.config, variables, kept };
  } catch (error) {
    // A run that is forgotten is not resumed.
    if (past === undefined && error instanceof UserError && !tools.signal.aborted)
      await dispatch.dispatcher.dropKept();
    throw error;
  }
};
