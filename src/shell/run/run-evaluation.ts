import type { OnProgress } from '../capture/progress.ts';
import type { Tools } from '../ports/tools.ts';
import { type CandidateInput, candidateList } from './candidate-list.ts';
import { evaluateCandidates, type Evaluation } from './evaluate-candidates.ts';
import { planEvaluation } from './plan-evaluation.ts';

export type EvaluationOptions = {
  /** Branch, tag or commit the candidates are changes to. */
  readonly base: string;
  readonly candidates: readonly CandidateInput[];
  readonly configFile?: string;
  readonly jobs?: number;
  readonly keepWorkspaces?: boolean;
  readonly onProgress?: OnProgress;
};

/** From what a user asked to a stored run. What the user got wrong is said before anything is created. */
export const runEvaluation = async (tools: Tools, options: EvaluationOptions): Promise<Evaluation> => {
  const onProgress = options.onProgress ?? (() => {});
  const base = await tools.repository.resolveBase(options.base);
  const candidates = await candidateList(tools.repository, options.candidates);
  const { config, plan, notes } = await planEvaluation(tools, base, options.configFile);
  const workspaces = await tools.openWorkspaces({
    environment: plan.environment,
    keep: options.keepWorkspaces ?? false,
  });
  const run = await tools.store.create({ config, startedAt: tools.clock.now() });
  const jobs = options.jobs ?? tools.defaultJobs;
  try {
    return await evaluateCandidates(
      { ...tools, run, workspaces },
      { base, candidates, config, plan, jobs, notes, onProgress },
    );
  } catch (error) {
    await run.discard();
    throw error;
  }
};
