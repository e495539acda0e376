import type { BoardRow, Leaderboard, TaskMean } from '../../domain/bench/bench-leaderboard.ts';
import { BENCH_METRICS, type BenchMetric } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import type { TotalRule } from '../../domain/bench/benchmark-policy.ts';
import { canonicalJson } from '../../domain/json/canonical-json.ts';
import { compareText } from '../../math/compare-text.ts';
import { passRates } from './pass-rates.ts';
import { pricePerRun, pricePerSolved } from './prices.ts';
import { rowNotes } from './row-notes.ts';
import { type CurrentHashes, groupRuns, selectRuns, settingsKey } from './select-runs.ts';
import { CONFIDENCE, metricValue, SUCCESS, taskMean, USD, WALL_MS } from './task-means.ts';

const rowOf = (runs: readonly BenchSummary[], tasks: readonly string[], total: TotalRule): BoardRow => {
  const { model, settings } = runs[0]!;
  const scores = BENCH_METRICS.map((metric) => [metric, taskMean(runs, metricValue(metric, total))] as const);
  return {
    model,
    settings,
    runs: runs.length,
    tasks: new Set(runs.map(({ task }) => task)).size,
    scores: Object.fromEntries(scores) as Record<BenchMetric, TaskMean>,
    success: taskMean(runs, SUCCESS),
    pass: passRates(runs),
    usd_per_run: pricePerRun(runs, USD),
    usd_per_solved: pricePerSolved(runs, USD),
    ms_per_solved: pricePerSolved(runs, WALL_MS),
    notes: rowNotes(runs, tasks),
  };
};

/** Unknown comes last. */
const byMean = (left: TaskMean, right: TaskMean): number => (right.mean ?? -1) - (left.mean ?? -1);

/** By solved tasks, then by the total; under the documented total the other way round. */
const byRank =
  (total: TotalRule) =>
  (left: BoardRow, right: BoardRow): number => {
    const [bySuccess, byTotal] = [
      byMean(left.success, right.success),
      byMean(left.scores.total, right.scores.total),
    ];
    return (
      (total === 'documented' ? byTotal || bySuccess : bySuccess || byTotal) ||
      compareText(left.model, right.model) ||
      compareText(settingsKey(left), settingsKey(right))
    );
  };

/** One row per model and settings: results under different settings are not the same result. */
export const leaderboard = (
  summaries: readonly BenchSummary[],
  current: CurrentHashes,
  total: TotalRule = 'solved',
): Leaderboard => {
  const { runs, leftOut } = selectRuns(summaries, current);
  const tasks = [...new Set(runs.map(({ task }) => task))].sort(compareText);
  const groups = groupRuns(runs, (run) => canonicalJson([run.model, run.settings]));
  return {
    confidence: CONFIDENCE,
    total,
    tasks,
    rows: [...groups.values()].map((own) => rowOf(own, tasks, total)).sort(byRank(total)),
    left_out: leftOut,
  };
};
