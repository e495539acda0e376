import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { BenchmarkPolicy, TotalRule } from '../../core/domain/bench/benchmark-policy.ts';
import type { BenchTools } from '../../shell/bench/bench-tools.ts';
import { chooseTasks, findTasks } from '../../shell/bench/tasks/find-tasks.ts';
import {
  type GradedChange,
  gradeGivenChange,
  type GradeRequest,
} from '../../shell/bench/grade-given-change.ts';
import { type ImportRequest, importTasks } from '../../shell/bench/tasks/import-tasks.ts';
import { newTaskFromCommit, type NewTaskRequest } from '../../shell/bench/tasks/new-task.ts';
import { regradeRuns } from '../../shell/bench/regrade-runs.ts';
import { type BenchRequest, runBench } from '../../shell/bench/run-bench.ts';
import type { SuiteResult } from '../../shell/bench/run-suite.ts';
import {
  compareStoredModels,
  estimateBench,
  findBenchRun,
  loadBenchRuns,
  type ModelPair,
  rankModels,
} from '../../shell/bench/stored-bench-runs.ts';
import { type TaskProof, validateBenchTask } from '../../shell/bench/tasks/validate-bench-task.ts';
import type { BenchRuns } from '../../shell/ports/bench-store.ts';
import type { FollowedEvent, FollowOptions } from '../../shell/ports/run-store.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { suiteFolder, openBenchStoreAt, openBenchTools, readBenchConfig } from '../wiring/wiring-bench.ts';

export type SuiteOptions = {
  /** A folder of tasks; by default those bundled with Hydra. */
  readonly suite?: string;
  /** Only these tasks, by name. */
  readonly tasks?: readonly string[];
  /** Ends the work with an AbortError. */
  readonly signal?: AbortSignal;
};

/** `out`: the folder of stored runs; by default `.hydra/bench`. `configFile`: instead of the nearest hydra.toml. */
export type BenchOptions = SuiteOptions & { readonly out?: string; readonly configFile?: string };

const OUT = '.hydra/bench';

const storeOf = ({ out = OUT }: { readonly out?: string }) => openBenchStoreAt(out);

const openSuite = async (
  session: Session,
  { suite, tasks = [], signal }: SuiteOptions,
): Promise<{ readonly bench: BenchTools; readonly tasks: readonly BenchTask[] }> => {
  const bench = await openBenchTools(session, signal);
  const folder = suiteFolder(suite);
  return { bench, tasks: chooseTasks(await findTasks(bench.reader, folder), tasks) };
};

/** `total`: how totals of unsolved runs count; by default as in `[benchmark]`. */
type Ranking = { readonly total?: TotalRule };

const readableRuns = async (options: { readonly out?: string }) => {
  const store = await storeOf(options);
  return { store, ...(await loadBenchRuns(store, options.out ?? OUT)) };
};

type Scoring = { readonly policy?: Partial<BenchmarkPolicy> };

/** As in hydra.toml, overridden by the caller's values. */
const configOf = async (bench: BenchTools, options: { readonly configFile?: string } & Scoring) => {
  const { benchmark, agents } = await readBenchConfig(bench.reader.files, options.configFile);
  return { agents, policy: { ...benchmark, ...options.policy } };
};

export const runBenchmarkIn = async (
  session: Session,
  options: BenchOptions & BenchRequest,
): Promise<SuiteResult> => {
  const { bench, tasks } = await openSuite(session, options);
  const { agents, policy } = await configOf(bench, options);
  const request = { ...options, policy, agents: { ...agents, ...options.agents } };
  return runBench(bench, await storeOf(options), tasks, request);
};

/** Lets an agent work on tasks with hidden tests, scores its changes by five metrics, and stores a run each. */
export const runBenchmark = (options: BenchOptions & BenchRequest): Promise<SuiteResult> =>
  withSession((session) => runBenchmarkIn(session, options));

export const gradeBenchChangeIn = async (
  session: Session,
  options: SuiteOptions & Scoring & GradeRequest & { readonly task: string; readonly configFile?: string },
): Promise<GradedChange> => {
  const { bench, tasks } = await openSuite(session, { ...options, tasks: [options.task] });
  const { policy } = await configOf(bench, options);
  return gradeGivenChange(bench, tasks[0]!, { ...options, policy });
};

/**
 * Verifies a change by the hidden tests of a task, assesses and scores it, as after a run of an agent. `change`: a
 * patch, or a folder. With `judgeModel` judges are asked too. Nothing is stored.
 */
export const gradeBenchChange = (options: Parameters<typeof gradeBenchChangeIn>[1]): Promise<GradedChange> =>
  withSession((session) => gradeBenchChangeIn(session, options));

/** The tasks of a suite, with language, kind and content hash. */
export const listBenchTasks = (options: SuiteOptions = {}): Promise<readonly BenchTask[]> =>
  withSession(async (session) => (await openSuite(session, options)).tasks);

export const validateBenchTasksIn = async (
  session: Session,
  options: SuiteOptions = {},
): Promise<readonly TaskProof[]> => {
  const { bench, tasks } = await openSuite(session, options);
  const proofs: TaskProof[] = [];
  for (const task of tasks) proofs.push(await validateBenchTask(bench, task));
  return proofs;
};

/** Proves for each task that its gold patch passes the hidden tests and that an empty change fails them. */
export const validateBenchTasks = (options: SuiteOptions = {}): Promise<readonly TaskProof[]> =>
  withSession((session) => validateBenchTasksIn(session, options));

/** Stored runs, oldest first, and folders that are not readable. */
export const listBenchRuns = async (options: { readonly out?: string } = {}): Promise<BenchRuns> =>
  (await storeOf(options)).list();

/** The events of a benchmark run by its id, as `followRun` gives those of an evaluation. */
export const followBenchRun = async function* (
  run: string,
  { out = OUT, ...options }: FollowOptions & { readonly out?: string } = {},
): AsyncGenerator<FollowedEvent, void> {
  yield* (await storeOf({ out })).follow(run, options);
};

/** One stored run: scores, the reason for every null, usage and cost. The newest by default. */
export const loadBenchRun = async (
  run?: string,
  options: { readonly out?: string } = {},
): Promise<BenchSummary> => findBenchRun((await readableRuns(options)).runs, run).summary;

/** Models ranked over a suite, with intervals clustered by task, and how far the judges agree. */
export const benchLeaderboard = (
  options: BenchOptions & Ranking = {},
): Promise<ReturnType<typeof rankModels>> =>
  withSession(async (session) => {
    const { bench, tasks } = await openSuite(session, options);
    const { policy } = await configOf(bench, options);
    return rankModels(tasks, (await readableRuns(options)).runs, options.total ?? policy.total);
  });

export const compareBenchModelsIn = async (
  session: Session,
  models: ModelPair,
  options: BenchOptions & Ranking & { readonly judgeModel?: string } = {},
): ReturnType<typeof compareStoredModels> => {
  const { bench, tasks } = await openSuite(session, options);
  const { store, runs } = await readableRuns(options);
  const { policy } = await configOf(bench, options);
  const { judgeModel, total = policy.total } = options;
  return compareStoredModels(bench, store, { tasks, runs }, { models, judgeModel, total });
};

/** Two models, paired by task. With `judgeModel`, judges also compare close calls, in both orders. */
export const compareBenchModels = (
  models: ModelPair,
  options: BenchOptions & Ranking & { readonly judgeModel?: string } = {},
): ReturnType<typeof compareStoredModels> =>
  withSession((session) => compareBenchModelsIn(session, models, options));

export const regradeBenchRunsIn = async (
  session: Session,
  options: BenchOptions & Scoring & { readonly run?: string } = {},
): ReturnType<typeof regradeRuns> => {
  const { bench, tasks } = await openSuite(session, options);
  const { policy } = await configOf(bench, options);
  const { store, runs } = await readableRuns(options);
  const chosen = options.run === undefined ? runs : [findBenchRun(runs, options.run)];
  return regradeRuns(bench, store, { tasks, runs: chosen }, { policy });
};

/** Verifies and scores stored changes again with the current tasks; asks no agent and no judge. */
export const regradeBenchRuns = (
  options: BenchOptions & Scoring & { readonly run?: string } = {},
): ReturnType<typeof regradeRuns> => withSession((session) => regradeBenchRunsIn(session, options));

/** Makes a task from a historical fix, and proves it: the fix passes its tests, and the base fails them. */
export const newBenchTask = (request: NewTaskRequest): ReturnType<typeof newTaskFromCommit> =>
  withSession(async (session) => newTaskFromCommit(await openBenchTools(session), request));

/** Makes tasks from rows of SWE-bench or from Harbor folders. */
export const importBenchTasks = (request: ImportRequest): ReturnType<typeof importTasks> =>
  withSession(async (session) => importTasks((await openBenchTools(session)).reader, request));

/** Tokens, cost and time to expect of a run, from what the model used before. */
export const estimateBenchRuns = (
  options: BenchOptions & { readonly model: string; readonly repeat?: number },
): ReturnType<typeof estimateBench> =>
  withSession(async (session) => {
    const { tasks } = await openSuite(session, options);
    return estimateBench(await storeOf(options), {
      model: options.model,
      tasks,
      repeats: options.repeat ?? 1,
    });
  });
