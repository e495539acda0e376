import type { ChangeAnalysis } from '../../core/domain/evidence/assessment.ts';
import { type AnalysisOptions, analyseWorkTree } from '../../shell/assess/analyse-work-tree.ts';
import type { AnsweredEvaluation, FinishedEvaluation } from '../../shell/evaluate/capture-run.ts';
import { checkField, type FieldCheck } from '../../shell/evaluate/check-field.ts';
import { evaluateOnce } from '../../shell/evaluate/evaluate-once.ts';
import { resumeEvaluation } from '../../shell/evaluate/recall/resume-evaluation.ts';
import type { EvaluationOptions } from '../../shell/evaluate/run-evaluation.ts';
import { type Merged, type MergeOptions, mergeWinner } from '../../shell/stored/merge-winner.ts';
import { openSession, type Session } from '../wiring/session.ts';
import { openTools } from '../wiring/wiring.ts';
import { type AgentOptions, runAgentIn } from './agents.ts';
import { raceIn, type RaceOptions, resumeRaceIn, type ResumeRaceOptions } from './race.ts';
import { evaluateLabPoolIn, type LabPoolOptions } from '../wiring/wiring-lab.ts';
import type { ConventionQuestion } from '../../shell/conventions/candidate-changes.ts';
import { buildProjectBriefIn, openConventionScores, runSchemaChecksIn } from './conventions.ts';
import { evaluateCandidatesIn, runPortablePipelineIn } from './evaluate-candidates.ts';
import {
  type compareBenchModels,
  compareBenchModelsIn,
  type gradeBenchChange,
  gradeBenchChangeIn,
  type regradeBenchRuns,
  regradeBenchRunsIn,
  type runBenchmark,
  runBenchmarkIn,
  type validateBenchTasks,
  validateBenchTasksIn,
} from './benchmarks.ts';
import {
  type addTrials,
  addTrialsIn,
  type CompareOptions,
  compareConfigurationsIn,
  type confirmComparison,
  confirmComparisonIn,
  type resumeComparison,
  resumeComparisonIn,
  type runObjectiveChecks,
  runObjectiveChecksIn,
  type validateTasks,
  validateTasksIn,
} from './experiments.ts';

/** Any call may name the repository; by default it is the current folder's. */
export type InRepository = { readonly repo?: string };

/** Ends the run with an AbortError: its jobs are killed, and a stored run can be resumed. */
export type Abortable = { readonly signal?: AbortSignal };

const toolsFor = (session: Session, { repo = '.', signal }: InRepository & Abortable) =>
  openTools(session, repo, signal);

export type EvaluateOptions = InRepository & Abortable & EvaluationOptions;
export type ResumeOptions = InRepository & Abortable & Pick<EvaluationOptions, 'onProgress'>;
export type AnalyseOptions = InRepository & Abortable & AnalysisOptions;

export const evaluateIn = async (session: Session, options: EvaluateOptions): Promise<AnsweredEvaluation> =>
  evaluateOnce(await toolsFor(session, options), options);

export const resumeIn = async (
  session: Session,
  run: string,
  options: ResumeOptions,
): Promise<FinishedEvaluation> => resumeEvaluation(await toolsFor(session, options), run, options.onProgress);

export const checkOnlyIn = async (session: Session, options: EvaluateOptions): Promise<FieldCheck> =>
  checkField(await toolsFor(session, options), options);

export const analyseIn = async (session: Session, options: AnalyseOptions): Promise<ChangeAnalysis> =>
  analyseWorkTree(await toolsFor(session, options), options);

export const mergeIn = async (session: Session, options: InRepository & MergeOptions): Promise<Merged> =>
  mergeWinner(await toolsFor(session, options), options);

/**
 * Many runs in one process: they share helper processes, and each may have its own signal. The functions are those of
 * the library. `close` aborts anything still running and resolves when no process, claim or temporary folder is left.
 */
export const openLibrarySession = ({ repo = '.' }: InRepository = {}) => {
  const session = openSession();
  const { during } = session;
  const scores = openConventionScores();
  session.own(scores.close);
  const evaluateCandidates = evaluateCandidatesIn(session);
  return {
    evaluate: (options: EvaluateOptions) => during(evaluateIn(session, { repo, ...options })),
    resume: (run: string, options: ResumeOptions = {}) =>
      during(resumeIn(session, run, { repo, ...options })),
    checkOnly: (options: EvaluateOptions) => during(checkOnlyIn(session, { repo, ...options })),
    analyse: (options: AnalyseOptions = {}) => during(analyseIn(session, { repo, ...options })),
    merge: (options: InRepository & MergeOptions) => during(mergeIn(session, { repo, ...options })),
    evaluateCandidates: ((...given: Parameters<typeof evaluateCandidates>) =>
      during(evaluateCandidates(...given))) as typeof evaluateCandidates,
    runPortablePipeline: (root: string, options: Abortable = {}) =>
      during(runPortablePipelineIn(session, root, options)),
    runAgent: (options: AgentOptions) => during(runAgentIn(session, { repo, ...options })),
    race: (options: RaceOptions) => during(raceIn(session, { repo, ...options })),
    resumeRace: (run: string, options: ResumeRaceOptions = {}) =>
      during(resumeRaceIn(session, run, { repo, ...options })),
    compareConfigurations: (options: CompareOptions) =>
      during(compareConfigurationsIn(session, { repo, ...options })),
    runObjectiveChecks: (...given: Parameters<typeof runObjectiveChecks>) =>
      during(runObjectiveChecksIn(session, ...given)),
    resumeComparison: (run: string, options: Parameters<typeof resumeComparison>[1] = {}) =>
      during(resumeComparisonIn(session, run, { repo, ...options })),
    addTrials: (run: string, more: number, options: Parameters<typeof addTrials>[2] = {}) =>
      during(addTrialsIn(session, run, more, { repo, ...options })),
    confirmComparison: (run: string, options: Parameters<typeof confirmComparison>[1] = {}) =>
      during(confirmComparisonIn(session, run, { repo, ...options })),
    validateTasks: (...given: Parameters<typeof validateTasks>) => during(validateTasksIn(session, ...given)),
    runBenchmark: (...given: Parameters<typeof runBenchmark>) => during(runBenchmarkIn(session, ...given)),
    gradeBenchChange: (...given: Parameters<typeof gradeBenchChange>) =>
      during(gradeBenchChangeIn(session, ...given)),
    validateBenchTasks: (...given: Parameters<typeof validateBenchTasks>) =>
      during(validateBenchTasksIn(session, ...given)),
    compareBenchModels: (...given: Parameters<typeof compareBenchModels>) =>
      during(compareBenchModelsIn(session, ...given)),
    regradeBenchRuns: (...given: Parameters<typeof regradeBenchRuns>) =>
      during(regradeBenchRunsIn(session, ...given)),
    evaluateLabPool: (options: LabPoolOptions) => during(evaluateLabPoolIn(session, options)),
    buildProjectBrief: (root: string = repo) => during(buildProjectBriefIn(session, root)),
    runSchemaChecks: (question: ConventionQuestion) => during(runSchemaChecksIn(session, question)),
    conventionScore: scores.conventionScore,
    runBoundaryChecks: scores.runBoundaryChecks,
    close: session.close,
  };
};

export type LibrarySession = ReturnType<typeof openLibrarySession>;
