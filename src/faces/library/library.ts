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
import type { LabelledTask } from '../../core/lab/selector.ts';
import { labelledRuns as labelledRunsOf } from '../../shell/stored/labelled-runs.ts';
import { recordOutcome as recordRunOutcome } from '../../shell/stored/record-outcome.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import type { ChangeAnalysis } from '../../core/domain/evidence/assessment.ts';
import type { AnalysisOptions } from '../../shell/assess/analyse-work-tree.ts';
import type { FieldCheck } from '../../shell/evaluate/check-field.ts';
import type { Merged, MergeOptions } from '../../shell/stored/merge-winner.ts';
import { type Replay, replayRun } from '../../shell/stored/replay-run.ts';
import type { AnsweredEvaluation, FinishedEvaluation } from '../../shell/evaluate/capture-run.ts';
import type { EvaluationOptions } from '../../shell/evaluate/run-evaluation.ts';
import type { RunSummary, StoredRun, VerifyProblem } from '../../shell/ports/run-store.ts';
import type { Refinement } from '../../core/domain/run/refinement.ts';
import { refinementMarkdown } from '../../core/report/run/refinement-markdown.ts';
import { refineStored } from '../../shell/stored/refine-stored.ts';
import { validateFixerPatch } from '../../core/patch/validate-fixer-patch.ts';
import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { PatchedFile } from '../../shell/ports/patch-tools.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import type { RefineOptions } from '../../shell/candidates/choose-best.ts';
import { withSession } from '../wiring/session.ts';
import { evaluateLabPoolIn, type LabPoolOptions } from '../wiring/wiring-lab.ts';
import { openArchive, readConfig } from '../wiring/wiring.ts';
import {
  type Abortable,
  analyseIn,
  type AnalyseOptions,
  checkOnlyIn,
  evaluateIn,
  type EvaluateOptions,
  type InRepository,
  mergeIn,
  resumeIn,
  type ResumeOptions,
} from './session.ts';

const archiveOf = ({ repo = '.' }: InRepository) => openArchive(repo);

/**
 * Runs the checks on the base and on every candidate, ranks them and stores the run. If a stored run answered the same
 * question and nothing has changed since, the answer is that run, `recalled`; `fresh` runs everything again.
 */
export const evaluate = (options: EvaluateOptions): Promise<AnsweredEvaluation> =>
  withSession((session) => evaluateIn(session, options));

/** Resumes a killed run under its own id; finished work is not repeated. */
export const resume = (run: string, options: ResumeOptions = {}): Promise<FinishedEvaluation> =>
  withSession((session) => resumeIn(session, run, options));

/** Resolves, plans and applies, but runs nothing and stores nothing. */
export const checkOnly = (options: EvaluateOptions): Promise<FieldCheck> =>
  withSession((session) => checkOnlyIn(session, options));

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

/** Records how a candidate of a run turned out; the latest record counts. */
export const recordOutcome = async (
  run: string,
  candidate: string,
  right: boolean,
  options: InRepository = {},
): Promise<Awaited<ReturnType<typeof recordRunOutcome>>> =>
  recordRunOutcome(await archiveOf(options), run, { candidate, right, at: new Date().toISOString() });

/** The stored runs whose outcomes are recorded, as tasks to measure selectors on. */
export const labelledRuns = async (options: InRepository = {}): Promise<readonly LabelledTask[]> =>
  labelledRunsOf(await archiveOf(options));

/** Evaluates the tasks of a labelled pool whose base is known, so that `measureSelectors` can measure the decisions. */
export const evaluateLabPool = (options: LabPoolOptions): Promise<readonly LabelledTask[]> =>
  withSession((session) => evaluateLabPoolIn(session, options));

/** Quality and security of a change, or of files: scores from 0 to 1 with everything behind them, or reasons. */
export const analyse = (options: AnalyseOptions = {}): Promise<ChangeAnalysis> =>
  withSession((session) => analyseIn(session, options));

/** Merges the recorded patch of the winner, or of the given candidate. */
export const merge = (options: InRepository & MergeOptions): Promise<Merged> =>
  withSession((session) => mergeIn(session, options));

/** Stored runs, newest first. */
export const listRuns = async (options: InRepository = {}): Promise<readonly RunSummary[]> =>
  (await archiveOf(options)).list();

/** One stored run: what was captured and what was concluded. */
export const loadRun = async (run: string, options: InRepository = {}): Promise<StoredRun> => {
  const store = await archiveOf(options);
  return store.load(await store.resolve(run));
};

/** What to fix in a candidate of a stored run: the given one, else the winner, else the first in the ranking. */
export const refineRun = async (
  run: string,
  options: InRepository & RefineOptions & { readonly candidate?: string } = {},
): Promise<Refinement & { readonly prompt: string }> => {
  const refinement = await refineStored(await archiveOf(options), run, options);
  return { ...refinement, prompt: refinementMarkdown(refinement) };
};

// Sessions, the machine, flags and pages.
export { htmlReport, serve, type ServeOptions } from './web.ts';
export {
  clearCache,
  createDemo,
  diagnose,
  explainFlag,
  generateConfig,
  inspectCache,
  listFlags,
  pruneCache,
  readCandidateFolder,
} from './machine.ts';
export { openLibrarySession as openSession } from './session.ts';
export { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
export type { Diagnosis } from '../../shell/ports/diagnosis.ts';
export type { FlagKind } from '../../core/domain/flags/flag-kind.ts';
export type { GeneratedConfig } from '../../shell/plan/generate-config.ts';
export type { LibrarySession as Session } from './session.ts';

// Evaluations and stored runs.
export { followRun, loadExperiment, readLog, readPatch, selectBest, selectFromRun } from './stored-runs.ts';
export { probeJson as probedBehaviour } from '../../core/report/run/probe-text.ts';
export { conclude } from '../../core/conclude/conclude.ts';
export { toContract } from '../../core/report/run/json-contract.ts';
export type { FollowedEvent, FollowOptions, StoredEvent } from '../../shell/ports/run-store.ts';
export type { Conclusion, Ranking } from '../../core/domain/run/conclusion.ts';
export type { Captured, Evidence } from '../../core/domain/evidence/evidence.ts';
export type { Measured } from '../../core/domain/measured.ts';
export type { RacePolicy } from '../../core/domain/policy/race-policy.ts';
export type { CandidateInput } from '../../shell/plan/candidate-list.ts';
export type { RunEvent, RunEvent as Progress, UnknownEvent } from '../../core/domain/run/run-event.ts';
export type { Abortable, AnalysisOptions, ChangeAnalysis, InRepository };
export type {
  AnsweredEvaluation,
  EvaluationOptions,
  FinishedEvaluation,
  FieldCheck,
  Merged,
  MergeOptions,
  Replay,
  RunSummary,
  StoredRun,
  VerifyProblem,
};

// Patches.
export { applyPatch, checkPatch, patchFromDiff, patchToDiff } from './patches.ts';
export { patchSchema } from '../../core/patch/patch-schema.ts';
export { diffSizeGuard } from '../../core/patch/diff-size-guard.ts';
export { validateFixerPatch };
export type { PatchFault } from '../../core/domain/candidate/patch-op.ts';
export type { PatchedFile as FileChange, PatchOp };

// Best of N, and what to fix.
export { prefer, tune } from './preferences.ts';
export { evaluateCandidates, runPortablePipeline } from './evaluate-candidates.ts';
export { refine } from '../../shell/candidates/choose-best.ts';
export { tournamentSelect } from '../../core/decide/tournament.ts';
export type { Tuning } from '../../core/tune/fit-weights.ts';
export type { RefineOptions } from '../../shell/candidates/choose-best.ts';
export type { TournamentOptions } from './evaluate-candidates.ts';
export type { CandidateResult, EvaluatedCandidates } from '../../shell/candidates/candidate-results.ts';
export type { RunChecks } from '../../shell/candidates/candidates-by-run.ts';
export type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
export type { RefineItem } from '../../core/domain/run/refinement.ts';
export type { Refinement };

// Briefs and conventions.
export { briefMarkdown } from '../../core/report/analysis/brief-markdown.ts';
export { buildProjectBrief, conventionScore, runBoundaryChecks, runSchemaChecks } from './conventions.ts';
export type { ConventionQuestion, GeneratedCandidate } from '../../shell/conventions/candidate-changes.ts';
export type { ExecReport, ScoreBreakdown } from '../../shell/conventions/convention-scores.ts';
export type { SchemaFindings } from '../../core/domain/check/schema-findings.ts';
export type { ProjectBrief } from '../../core/domain/source/project-brief.ts';
export type { ConventionBreach } from '../../core/domain/candidate/source-change.ts';

// Agents, judges and races.
export { comparePair, judgeChange, judgeRubric, resolveModel, runAgent } from './agents.ts';
export { race, resumeRace } from './race.ts';
export { krippendorffAlpha } from '../../core/math/krippendorff-alpha.ts';
export type { AgentOptions } from './agents.ts';
export type { RaceOptions, ResumeRaceOptions } from './race.ts';
export type { FinishedRace } from '../../shell/race/run-race.ts';
export type { AgentResult } from '../../core/domain/agent/agent-run.ts';
export type { AgentWork } from '../../shell/agent/work-on-base.ts';
export type { HumanLikeAssessment } from '../../shell/judge/assess-human-like.ts';
export type { RubricAssessment } from '../../shell/judge/judge-by-rubric.ts';
export type { PairAssessment } from '../../shell/judge/compare-pair.ts';

// Benchmarks.
export {
  benchLeaderboard,
  compareBenchModels,
  estimateBenchRuns,
  followBenchRun,
  gradeBenchChange,
  importBenchTasks,
  listBenchRuns,
  listBenchTasks,
  loadBenchRun,
  newBenchTask,
  regradeBenchRuns,
  runBenchmark,
  validateBenchTasks,
} from './benchmarks.ts';
export {
  toComparisonContract,
  toEstimateContract,
  toLeaderboardContract,
} from '../../core/report/bench/bench-json.ts';
export type { BenchOptions, SuiteOptions } from './benchmarks.ts';
export type { GradedChange } from '../../shell/bench/grade-given-change.ts';
export type { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
export type { BenchRequest } from '../../shell/bench/run-bench.ts';
export type { SuiteResult } from '../../shell/bench/run-suite.ts';
export type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
export type { BenchTask } from '../../core/domain/bench/bench-task.ts';
export type { TaskProof } from '../../shell/bench/tasks/validate-bench-task.ts';

// Experiments.
export {
  addTrials,
  compareConfigurations,
  confirmComparison,
  openPromotion,
  planPromotion,
  resumeComparison,
  runObjectiveChecks,
  validateTasks,
} from './experiments.ts';
export { ObjectiveCheck } from '../../core/domain/experiment/objective-check.ts';
export { compareOutcomes } from '../../core/experiment/compare-outcomes.ts';
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
export type { PromotionPlan } from '../../shell/experiment/promote/plan-promotion.ts';
export type { TaskValidation } from '../../shell/experiment/suite/validate-experiment-task.ts';
export type { CompareOptions } from './experiments.ts';
export type { PolicyInput } from '../../shell/experiment/experiment-session.ts';
export type { ConfiguredAgent, TrialJob, TrialWork } from '../../shell/ports/configured-agent.ts';
export type { JudgedTrial, TrialJudge, TrialJudgement } from '../../shell/ports/trial-judge.ts';

// Selectors.
export { readPool as readLabPool } from '../../core/lab/read-pool.ts';
export { runLab as measureSelectors } from '../../core/lab/run-lab.ts';
export { SELECTORS } from '../../core/lab/selectors.ts';
export type { LabelledTask, Selector } from '../../core/lab/selector.ts';

// Documents.
export { scoreDocument } from '../../core/documents/score-document.ts';

// Errors.
export { AbortError } from '../../shell/errors/abort-error.ts';
export { InfrastructureError } from '../../shell/errors/user-error.ts';
export { UserError };
