import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { OpenRun, ResultCache } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';
import { UserError } from '../errors/user-error.ts';
import { evaluateField, type Evaluation } from './evaluate-field.ts';
import type { FrozenEvaluation, PastImports } from './recall/frozen-evaluation.ts';
import { withInstallEnvironment } from '../plan/with-install-environment.ts';
import { RESULT_LIMITS } from '../stored/prune-storage.ts';

export type FinishedEvaluation = Evaluation & {
  readonly config: HydraConfig;
  /** Names of the user's variables that were passed to the checks and the installation. */
  readonly variables: readonly string[];
  /** Programs that the project uses; undefined: any. */
  readonly programs: readonly string[] | undefined;
  /** The folder with a copy of every workspace, if that was asked for. */
  readonly kept: string | null;
};

/** `recalled`: when the stored run that answered the same question began; absent if nothing was recalled. */
export type AnsweredEvaluation = Omit<FinishedEvaluation, 'variables' | 'programs'> & {
  readonly recalled?: string;
};

/** Nothing is reused from earlier runs, but results are kept for later ones. */
const writeOnly = (cache: ResultCache): ResultCache => ({ ...cache, get: async () => null });

/** Best effort: the run is stored already. */
const pruneResults = async ({ cache }: Tools, run: OpenRun): Promise<void> => {
  try {
    await cache.prune(RESULT_LIMITS);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    run.emit({ event: 'note', text: `old results could not be removed: ${why}` });
  }
};

export type RunWork = FrozenEvaluation & {
  readonly config: HydraConfig;
  readonly kept: string | null;
  readonly fresh: boolean;
  /** While one check only waits, another one runs, unless the user set the number of jobs. */
  readonly oversubscribeWhenIdle: boolean;
  readonly past?: PastImports;
};

/** Evaluates within an open run; its workspaces are removed afterwards. */
export const captureRun = async (tools: Tools, run: OpenRun, work: RunWork): Promise<FinishedEvaluation> => {
  const { kept, past } = work;
  const plan = withInstallEnvironment(tools, work.plan);
  const dispatch = await tools.openDispatcher({
    run: run.id,
    jobs: work.jobs,
    oversubscribeWhenIdle: work.oversubscribeWhenIdle,
    sandbox: work.config.sandbox,
    ...(kept === null ? {} : { keepDir: kept }),
  });
  // A workspace can be kept only if its checks are run.
  const cache = kept === null && !work.fresh ? tools.cache : writeOnly(tools.cache);
  try {
    const evaluation = await evaluateField(
      { ...tools, ...dispatch, run, cache },
      { ...work, plan, ...(past === undefined ? {} : { past }) },
    );
    await dispatch.dispatcher.dropKept();
    await pruneResults(tools, run);
    const variables = [...plan.environment, ...(plan.install?.environment ?? [])];
    return { ...evaluation, config: work.config, variables, programs: plan.programs, kept };
  } catch (error) {
    // A discarded run is never resumed.
    if (past === undefined && error instanceof UserError && !tools.signal.aborted)
      await dispatch.dispatcher.dropKept();
    throw error;
  }
};
