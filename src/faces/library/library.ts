/**
 * Hydra as a library: the same use cases as the command line, typed.
 *
 * @example
 * ```ts
 * import { evaluate, merge } from 'hydra-verdict';
 *
 * const { runId, conclusion } = await evaluate({
 *   repo: '.',
 *   base: 'main',
 *   candidates: [
 *     { name: 'codex', source: 'patches/codex.patch' },
 *     { name: 'claude', source: 'agent/claude' },
 *   ],
 * });
 * if (conclusion.winner !== null) await merge({ repo: '.', run: runId });
 * ```
 */
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import type { ChangeAnalysis } from '../../core/domain/evidence/assessment.ts';
import { type AnalysisOptions, analyseWorkTree } from '../../shell/assess/analyse-work-tree.ts';
import { checkField, type FieldCheck } from '../../shell/evaluate/check-field.ts';
import { type Merged, type MergeOptions, mergeWinner } from '../../shell/stored/merge-winner.ts';
import { type Replay, replayRun } from '../../shell/stored/replay-run.ts';
import type { AnsweredEvaluation, FinishedEvaluation } from '../../shell/evaluate/capture-run.ts';
import { evaluateOnce } from '../../shell/evaluate/evaluate-once.ts';
import { resumeEvaluation } from '../../shell/evaluate/recall/resume-evaluation.ts';
import type { EvaluationOptions } from '../../shell/evaluate/run-evaluation.ts';
import type { RunSummary, StoredRun, VerifyProblem } from '../../shell/ports/run-store.ts';
import type { Refinement } from '../../core/domain/run/refinement.ts';
import { refinementMarkdown } from '../../core/report/run/refinement-markdown.ts';
import { refineStored } from '../../shell/stored/refine-stored.ts';
import { describeFaults } from '../../core/patch/describe-faults.ts';
import { validateFixerPatch } from '../../core/patch/validate-fixer-patch.ts';
import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { FileChange } from '../../shell/ports/patch-tools.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import type { RefineOptions } from './evaluate-candidates.ts';
import { openArchive, openPatchTools, openTools, readConfig } from '../wiring/wiring.ts';

/** Any call may name the repository; by default it is the current folder's. */
export type InRepository = { readonly repo?: string };

const toolsFor = ({ repo = '.' }: InRepository) => openTools(repo);
const archiveOf = ({ repo = '.' }: InRepository) => openArchive(repo);

/**
 * Runs the checks on the base and on every candidate, ranks them and stores the run. Where the same was asked before
 * and nothing has changed since, the answer is that run, `recalled`; `fresh` runs everything again.
 */
export const evaluate = async (options: InRepository & EvaluationOptions): Promise<AnsweredEvaluation> =>
  evaluateOnce(await toolsFor(options), options);

/** Takes up a run that was killed, under its own id; what was finished is not done again. */
export const resume = async (
  run: string,
  options: InRepository & Pick<EvaluationOptions, 'onProgress'> = {},
): Promise<FinishedEvaluation> => resumeEvaluation(await toolsFor(options), run, options.onProgress);

/** Resolves, plans and applies, but runs nothing and stores nothing. */
export const checkOnly = async (options: InRepository & EvaluationOptions): Promise<FieldCheck> =>
  checkField(await toolsFor(options), options);

/** Scores a stored run again; with the text of a hydra.toml, as it would be under that policy. */
export const replay = async (
  run: string,
  options: InRepository & { readonly policyToml?: string } = {},
): Promise<Replay> => {
  const store = await archiveOf(options);
  const { policyToml } = options;
  const policy = policyToml === undefined ? undefined : racePolicyOf(await readConfig(policyToml, 'policy'));
  return replayRun(store, await store.resolve(run), policy);
};

/** Every changed, missing or added byte of a stored run; empty when all is as recorded. */
export const verify = async (run: string, options: InRepository = {}): Promise<readonly VerifyProblem[]> => {
  const store = await archiveOf(options);
  return store.verify(await store.resolve(run));
};

/** Quality and security of a change, or of files: scores of 0 to 1 with all that they are made of, or reasons. */
export const analyse = async (options: InRepository & AnalysisOptions = {}): Promise<ChangeAnalysis> => {
  const tools = await toolsFor(options);
  try {
    return await analyseWorkTree(tools, options);
  } finally {
    tools.close();
  }
};

/** Merges the recorded patch of the winner, or of the candidate named. */
export const merge = async (options: InRepository & MergeOptions): Promise<Merged> =>
  mergeWinner(await toolsFor(options), options);

/** Stored runs, newest first. */
export const listRuns = async (options: InRepository = {}): Promise<readonly RunSummary[]> =>
  (await archiveOf(options)).list();

/** One stored run: what was captured and what was concluded. */
export const loadRun = async (run: string, options: InRepository = {}): Promise<StoredRun> => {
  const store = await archiveOf(options);
  return store.load(await store.resolve(run));
};

/**
 * Applies patch operations to a folder: all of them, or none and a UserError that says which one and why.
 * Nothing is written outside the folder, into `.git`, or through a link that leads there.
 */
export const applyPatch = async (
  root: string,
  ops: readonly PatchOp[],
): Promise<{ readonly changes: readonly FileChange[] }> => {
  const validated = validateFixerPatch(ops);
  const outcome = validated.ok
    ? await (await openPatchTools()).apply(root, validated.ops)
    : { ok: false as const, faults: validated.reasons };
  if (outcome.ok) return { changes: outcome.changes };
  throw new UserError(
    'patch-refused',
    `The patch is refused: ${describeFaults(outcome.faults)}`,
    'Nothing was changed. Mend the operation that is named.',
  );
};

export { comparePair, judgeChange, judgeRubric, resolveModel, runAgent } from './agents.ts';
export type { AgentOptions } from './agents.ts';
export { krippendorffAlpha } from '../../core/math/krippendorff-alpha.ts';
export type { AgentResult } from '../../core/domain/agent/agent-run.ts';
export type { AgentWork } from '../../shell/agent/work-on-base.ts';
export type { HumanLikeAssessment } from '../../shell/judge/assess-human-like.ts';
export type { RubricAssessment } from '../../shell/judge/judge-by-rubric.ts';
export type { PairAssessment } from '../../shell/judge/compare-pair.ts';
/** What to fix in a candidate of a stored run: the one named, else the winner, else the first in line. */
export const refineRun = async (
  run: string,
  options: InRepository & RefineOptions & { readonly candidate?: string } = {},
): Promise<Refinement & { readonly prompt: string }> => {
  const refinement = await refineStored(await archiveOf(options), run, options);
  return { ...refinement, prompt: refinementMarkdown(refinement) };
};

export { evaluateCandidates, refine, runPortablePipeline } from './evaluate-candidates.ts';
export type { RefineOptions, TournamentOptions } from './evaluate-candidates.ts';
export type { CandidateResult, EvaluatedCandidates } from './candidate-results.ts';
export type { RunChecks } from './candidates-by-run.ts';
export type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
export type { RefineItem } from '../../core/domain/run/refinement.ts';
export type { Refinement };
export { buildProjectBrief } from './candidate-changes.ts';
export { conventionScore, runBoundaryChecks } from './conventions.ts';
export { runSchemaChecks } from './schema-checks.ts';
export type { ConventionQuestion, GeneratedCandidate } from './candidate-changes.ts';
export type { ExecReport, ScoreBreakdown } from './conventions.ts';
export type { SchemaFindings } from '../../core/domain/check/schema-findings.ts';
export type { ProjectBrief } from '../../core/domain/source/project-brief.ts';
export type { ConventionBreach } from '../../core/domain/candidate/source-change.ts';
export { compareConfigurations, runObjectiveChecks } from './experiments.ts';
export type { CompareOptions, PolicyInput } from './experiments.ts';
export { ObjectiveCheck } from '../../core/domain/experiment/objective-check.ts';
export type { ConfiguredAgent, TrialJob, TrialWork } from '../../shell/ports/configured-agent.ts';
export type { JudgedTrial, TrialJudge, TrialJudgement } from '../../shell/ports/trial-judge.ts';
export { compareOutcomes } from '../../core/experiment/compare-outcomes.ts';
export { conclude } from '../../core/conclude/conclude.ts';
export { concludeExperiment } from '../../core/experiment/conclude-experiment.ts';
export { statisticalVerdict } from '../../core/decide/experiment/statistical-verdict.ts';
export { shouldPromote } from '../../core/decide/verdict.ts';
export { ExperimentPolicy } from '../../core/domain/experiment/experiment-policy.ts';
export { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
export { deltaPlotSvg } from '../../core/report/experiment/delta-plot-svg.ts';
export { toExperimentContract } from '../../core/report/experiment/experiment-json.ts';
export { experimentMarkdown } from '../../core/report/experiment/experiment-markdown.ts';
export { experimentLines } from '../../core/report/experiment/experiment-text.ts';
export { plainPaint } from '../../core/report/text/paint.ts';
export { composite } from '../../core/score/experiment/composite.ts';
export { costAdjustment } from '../../core/score/experiment/cost-adjustment.ts';
export { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
export { toContract } from '../../core/report/run/json-contract.ts';
export { scoreDocument } from '../../core/documents/score-document.ts';
export { diffSizeGuard } from '../../core/patch/diff-size-guard.ts';
export { tournamentSelect } from '../../core/decide/tournament.ts';
export { InfrastructureError } from '../../shell/errors/user-error.ts';
export { UserError, validateFixerPatch };
export type { PatchFault } from '../../core/domain/candidate/patch-op.ts';
export type { FileChange, PatchOp };
export type { Conclusion, Ranking } from '../../core/domain/run/conclusion.ts';
export type { Captured, Evidence } from '../../core/domain/evidence/evidence.ts';
export type { Measured } from '../../core/domain/measured.ts';
export type { RacePolicy } from '../../core/domain/policy/race-policy.ts';
export type { CandidateInput } from '../../shell/evaluate/plan/candidate-list.ts';
export type { Progress } from '../../shell/evaluate/field/progress.ts';
export type { AnalysisOptions, ChangeAnalysis };
export type {
  AnsweredEvaluation,
  EvaluationOptions,
  FinishedEvaluation,
  FieldCheck,
  Merged,
  MergeOptions,
  Replay,
};
export type { RunSummary, StoredRun, VerifyProblem };
