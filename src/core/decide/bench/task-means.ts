import type { TaskMean } from '../../domain/bench/bench-leaderboard.ts';
import type { BenchMetric } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import type { TotalRule } from '../../domain/bench/benchmark-policy.ts';
import { totalUnder } from '../../math/total-rule.ts';
import { compareText } from '../../math/compare-text.ts';
import { mean } from '../../math/mean.ts';
import { taskInterval } from '../../math/statistics/task-interval.ts';
import { groupRuns } from './select-runs.ts';

export const CONFIDENCE = 0.95;

/** A quantity for which a run has a number, or a reason why not. */
export type RunValue = {
  readonly of: (run: BenchSummary) => number | null;
  readonly reasonOf: (run: BenchSummary) => string;
};

const reasonIn = (run: BenchSummary, name: string): string =>
  Object.hasOwn(run.reasons, name) ? (run.reasons[name] ?? '') : '';

export const metricValue = (metric: BenchMetric, total: TotalRule = 'solved'): RunValue => ({
  of: (run) => (metric === 'total' ? totalUnder(total, run) : run.scores[metric]),
  reasonOf: (run) => reasonIn(run, metric) || `${metric} is not known`,
});

export const SUCCESS: RunValue = {
  of: ({ solved }) => (solved === null ? null : Number(solved)),
  reasonOf: (run) =>
    reasonIn(run, 'solved') || reasonIn(run, 'functional') || 'whether it was solved is not known',
};

export const USD: RunValue = {
  of: ({ cost_usd: usd }) => usd,
  reasonOf: (run) => reasonIn(run, 'cost_usd') || reasonIn(run, 'cost') || 'the cost is not known',
};

export const WALL_MS: RunValue = { of: ({ usage }) => usage.wall_ms, reasonOf: () => '' };

/** The values of each task's runs that have one; tasks without any are absent. */
export const valuesByTask = (
  runs: readonly BenchSummary[],
  { of }: RunValue,
): ReadonlyMap<string, readonly number[]> =>
  new Map(
    [...groupRuns(runs, (run) => run.task)].flatMap(([task, own]) => {
      const values = own.flatMap((run) => of(run) ?? []);
      return values.length === 0 ? [] : [[task, values] as const];
    }),
  );

/** The mean of each task's runs that have a value; tasks without any are absent. */
export const meansByTask = (runs: readonly BenchSummary[], value: RunValue): ReadonlyMap<string, number> =>
  new Map([...valuesByTask(runs, value)].map(([task, values]) => [task, mean(values) ?? 0]));

const MOST_REASONS = 3;

/** The most frequent reasons first; they are whole sentences, so a few are enough. */
export const commonReasons = (reasons: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].sort((left, right) => right[1] - left[1] || compareText(left[0], right[0]));
  const more = sorted.length > MOST_REASONS ? [`and ${sorted.length - MOST_REASONS} other reasons`] : [];
  return [...sorted.slice(0, MOST_REASONS).map(([reason]) => reason), ...more].join('; ');
};

/** The mean over tasks, with the interval from their spread. */
export const estimateMean = (
  means: readonly number[],
): Pick<TaskMean, 'mean' | 'low' | 'high' | 'tasks' | 'reason'> => {
  const interval = taskInterval(means, CONFIDENCE);
  return {
    mean: mean(means),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    tasks: means.length,
    reason: means.length === 1 ? 'one task cannot show how much tasks differ, so there is no interval' : null,
  };
};

/** Unknown runs are counted and left out: they are neither 0 nor full marks. */
export const taskMean = (runs: readonly BenchSummary[], value: RunValue): TaskMean => {
  const unknown = runs.filter((run) => value.of(run) === null);
  const estimate = estimateMean([...meansByTask(runs, value).values()]);
  return {
    ...estimate,
    runs: runs.length - unknown.length,
    unknown: unknown.length,
    reason: estimate.mean === null ? commonReasons(unknown.map(value.reasonOf)) || 'no run' : estimate.reason,
  };
};
