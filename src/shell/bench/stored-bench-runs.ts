import { compareModels } from '../../core/decide/bench/compare-models.ts';
import { estimateRuns } from '../../core/decide/bench/estimate-runs.ts';
import { leaderboard } from '../../core/decide/bench/leaderboard.ts';
import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { TotalRule } from '../../core/domain/bench/benchmark-policy.ts';
import { judgeAgreement } from '../../core/judge/judge-agreement.ts';
import { UserError } from '../errors/user-error.ts';
import type { BenchRuns, BenchStore, StoredBenchRun } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';
import { type JudgedPair, judgePairs } from './judge-pairs.ts';

const hashesOf = (tasks: readonly BenchTask[]): ReadonlyMap<string, string> =>
  new Map(tasks.map(({ id, hash }) => [id, hash]));

const summariesOf = (runs: readonly StoredBenchRun[]): readonly BenchSummary[] =>
  runs.map(({ summary }) => summary);

/** Every readable run; a folder without one is a UserError. */
export const loadBenchRuns = async (
  store: BenchStore,
  folder: string,
  onUnreadable: (run: BenchRuns['unreadable'][number]) => void = () => undefined,
): Promise<BenchRuns> => {
  const found = await store.list();
  for (const run of found.unreadable) onUnreadable(run);
  if (found.runs.length > 0) return found;
  throw new UserError(
    'no-bench-runs',
    `${folder} contains no run`,
    'Begin with `hydra bench run`, or give the folder with --out.',
  );
};

/** A run by its id or a unique prefix of it; the newest by default. */
export const findBenchRun = (runs: readonly StoredBenchRun[], asked: string | undefined): StoredBenchRun => {
  const found =
    asked === undefined ? runs.slice(-1) : runs.filter(({ summary }) => summary.run_id.startsWith(asked));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UserError(
    'bench-run',
    found.length === 0 ? `No run is called ${asked}` : `${found.length} runs begin with ${asked}`,
    'Write more of its id, as in the folder of runs.',
  );
};

/** Models ranked over the given tasks, and how far their judges agree. */
export const rankModels = (
  tasks: readonly BenchTask[],
  runs: readonly StoredBenchRun[],
  total?: TotalRule,
) => {
  const hashes = hashesOf(tasks);
  const summaries = summariesOf(runs).filter(({ task }) => hashes.has(task));
  return { board: leaderboard(summaries, hashes, total), agreement: judgeAgreement(summaries) };
};

export type ModelPair = readonly [first: string, second: string];

/** Two models, paired by task. With `judgeModel`, judges also compare the close calls. */
export const compareStoredModels = async (
  bench: BenchTools,
  store: BenchStore,
  { tasks, runs }: { readonly tasks: readonly BenchTask[]; readonly runs: readonly StoredBenchRun[] },
  {
    models,
    judgeModel,
    total,
  }: {
    readonly models: ModelPair;
    readonly judgeModel: string | undefined;
    readonly total?: TotalRule | undefined;
  },
) => {
  const comparison = compareModels(summariesOf(runs), hashesOf(tasks), models, total);
  const pairs: readonly JudgedPair[] | null =
    judgeModel === undefined ? null : await judgePairs(bench, store, { tasks, runs, models, judgeModel });
  return { comparison, pairs };
};

/** Tokens, cost and time to expect, from what the model used before. */
export const estimateBench = async (
  store: BenchStore,
  planned: { readonly model: string; readonly tasks: readonly BenchTask[]; readonly repeats: number },
) => estimateRuns(planned, summariesOf((await store.list()).runs));
