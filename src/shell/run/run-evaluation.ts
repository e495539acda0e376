import { join } from 'node:path';
import { conclude } from '../../core/conclude.ts';
import { HydraConfig } from '../../core/domain/hydra-config.ts';
import type { CheckPlan } from '../../core/domain/repo-facts.ts';
import type { OnProgress } from '../capture/progress.ts';
import type { Base } from '../ports/git-repository.ts';
import type { OpenRun, ResultCache } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';
import { UserError } from '../user-error.ts';
import { type CandidateInput, candidateList } from './candidate-list.ts';
import { evaluateCandidates, type Evaluation } from './evaluate-candidates.ts';
import {
  type FrozenEvaluation,
  type PastImports,
  readPastImports,
  thawEvaluation,
} from './frozen-evaluation.ts';
import { type HiddenTests, loadHiddenTests } from './load-hidden-tests.ts';
import { jobLimitsOf } from './job-limits-of.ts';
import { planEvaluation } from './plan-evaluation.ts';
import { RESULT_LIMITS } from './prune-storage.ts';
import { racePolicyOf } from './race-policy-of.ts';

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
  /** Folder of tests that no candidate has seen: files for the profile's runner, or for the hidden command. */
  readonly hiddenTests?: string;
  /** `node {hidden}/check.js {workspace}`: exit code 0 where it holds. */
  readonly hiddenCommand?: string;
  /** Look at conventions even where the policy does not weigh them. */
  readonly conventions?: boolean;
  /** Run them on candidates that failed a gate too. */
  readonly hiddenForAll?: boolean;
};

const loadHidden = async (
  tools: Tools,
  base: Base,
  options: EvaluationOptions,
): Promise<{ readonly hidden?: HiddenTests }> => {
  const { hiddenTests: folder, hiddenForAll: everyone = false } = options;
  const command = options.hiddenCommand ?? null;
  if (folder !== undefined)
    return { hidden: await loadHiddenTests(tools, base, { folder, command, everyone }) };
  if (command === null) return {};
  throw new UserError('hidden-tests', 'A hidden command needs its folder', 'Add --hidden-tests DIR.');
};

/** The installation alone sees mirrors, proxies and what it was granted. */
export const lendEnvironment = (tools: Tools, plan: CheckPlan): CheckPlan => {
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

type Work = FrozenEvaluation & {
  readonly config: HydraConfig;
  readonly kept: string | null;
  readonly onProgress: OnProgress;
  readonly past?: PastImports;
};

const capture = async (tools: Tools, run: OpenRun, work: Work): Promise<FinishedEvaluation> => {
  const { kept, past, onProgress } = work;
  const plan = lendEnvironment(tools, work.plan);
  const workspaces = await tools.openWorkspaces({
    environment: tools.readEnvironment(plan.environment),
    run: run.id,
    limits: jobLimitsOf(work.config),
    sandbox: work.config.sandbox,
    ...(kept === null ? {} : { keepDir: kept }),
  });
  const cache = kept === null ? tools.cache : forgetful(tools.cache);
  try {
    const evaluation = await evaluateCandidates(
      { ...tools, run, workspaces, cache },
      { ...work, plan, ...(past === undefined ? {} : { past }) },
    );
    await workspaces.dropFrozen();
    await pruneResults(tools, onProgress);
    return { ...evaluation, kept };
  } catch (error) {
    // A run that is forgotten is not resumed.
    if (past === undefined && error instanceof UserError) await workspaces.dropFrozen();
    throw error;
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
  const { config, plan, notes } = await planEvaluation(tools, base, options.configFile);
  const hidden = await loadHidden(tools, base, options);
  const jobs = options.jobs ?? tools.defaultJobs;
  const style = options.conventions ? { conventions: true } : {};
  const evaluation = { base, candidates, plan, notes, jobs, ...hidden, ...style };
  const run = await tools.store.create({ config, startedAt: tools.clock.now(), evaluation });
  onProgress({ type: 'run', id: run.id });
  const kept = options.keepWorkspaces ? join(run.folder, '..', '..', 'workspaces', run.id) : null;
  try {
    return await capture(tools, run, { ...evaluation, config, kept, onProgress });
  } catch (error) {
    // What the user got wrong leaves nothing; where the machine failed, the run can be taken up again.
    await (error instanceof UserError ? run.discard() : run.leave());
    throw error;
  }
};

/** The newest run that never finished, or the one that is named. */
const runToResume = async ({ store }: Tools, asked: string): Promise<string> => {
  if (asked !== 'latest') return store.resolve(asked);
  const unfinished = (await store.list()).find(({ state }) => state === 'unfinished');
  if (unfinished !== undefined) return unfinished.id;
  throw new UserError('nothing-to-resume', 'Every run here is complete.', '`hydra runs` lists them.');
};

/** Takes up a killed run under its own id; what was finished is not done again. */
export const resumeEvaluation = async (
  tools: Tools,
  asked: string,
  onProgress: OnProgress = () => {},
): Promise<FinishedEvaluation> => {
  const id = await runToResume(tools, asked);
  const reopened = await tools.store.reopen(id);
  if (reopened.state === 'complete') {
    await (await tools.openWorkspaces({ environment: {}, run: id })).dropFrozen();
    const { captured, config } = await tools.store.load(id);
    return { runId: id, captured, conclusion: conclude(captured, racePolicyOf(config), id), kept: null };
  }
  const { run, request } = reopened;
  onProgress({ type: 'run', id });
  try {
    const past = await readPastImports(reopened);
    const evaluation = thawEvaluation(id, request);
    // What is stored is sorted; parsed, it is in the order that people know.
    const config = HydraConfig.parse(request.config);
    return await capture(tools, run, { ...evaluation, config, kept: null, onProgress, past });
  } catch (error) {
    await run.leave();
    throw error;
  }
};
