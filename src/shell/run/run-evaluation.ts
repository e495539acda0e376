import { join } from 'node:path';
import type { CheckPlan } from '../../core/domain/repo-facts.ts';
import type { OnProgress } from '../capture/progress.ts';
import type { ResultCache } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';
import { type CandidateInput, candidateList } from './candidate-list.ts';
import { evaluateCandidates, type Evaluation } from './evaluate-candidates.ts';
import { planEvaluation } from './plan-evaluation.ts';
import { RESULT_LIMITS } from './prune-storage.ts';

/** `kept`: the folder with a copy of every workspace, where that was asked for. */
export type FinishedEvaluation = Evaluation & { readonly kept: string | null };

export type EvaluationOptions = {
  /** Branch, tag or commit the candidates are changes to. */
  readonly base: string;
  readonly candidates: readonly CandidateInput[];
  readonly configFile?: string;
  readonly jobs?: number;
  readonly keepWorkspaces?: boolean;
  readonly onProgress?: OnProgress;
};

/** The installation alone sees mirrors, proxies and what it was granted. */
const lendEnvironment = (tools: Tools, plan: CheckPlan): CheckPlan => {
  if (plan.install === null) return plan;
  const env = { ...tools.readEnvironment(plan.install.environment), ...plan.install.env };
  return { ...plan, install: { ...plan.install, env } };
};

/** Who wants to look at workspaces needs them made: nothing is taken from earlier runs. */
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

/** From what a user asked to a stored run. What the user got wrong is said before anything is created. */
export const runEvaluation = async (
  tools: Tools,
  options: EvaluationOptions,
): Promise<FinishedEvaluation> => {
  const onProgress = options.onProgress ?? (() => {});
  const base = await tools.repository.resolveBase(options.base);
  const candidates = await candidateList(tools.repository, options.candidates);
  const { config, plan: planned, notes } = await planEvaluation(tools, base, options.configFile);
  const plan = lendEnvironment(tools, planned);
  const run = await tools.store.create({ config, startedAt: tools.clock.now() });
  const jobs = options.jobs ?? tools.defaultJobs;
  const kept = options.keepWorkspaces ? join(run.folder, '..', '..', 'workspaces', run.id) : null;
  try {
    const workspaces = await tools.openWorkspaces({
      environment: tools.readEnvironment(plan.environment),
      ...(kept === null ? {} : { keepDir: kept }),
    });
    const evaluation = await evaluateCandidates(
      { ...tools, run, workspaces, cache: kept === null ? tools.cache : forgetful(tools.cache) },
      { base, candidates, config, plan, jobs, notes, onProgress },
    );
    await pruneResults(tools, onProgress);
    return { ...evaluation, kept };
  } catch (error) {
    await run.discard();
    throw error;
  }
};
