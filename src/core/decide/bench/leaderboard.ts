import type { BoardRow, Leaderboard, TaskMean } from '../../domain/bench/bench-leaderboard.ts';
import { BENCH_METRICS, type BenchMetric } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { canonicalJson } from '../../domain/json/canonical-json.ts';
import { compareText } from '../../math/compare-text.ts';
import { passRates } from './pass-rates.ts';
import { pricePerRun, pricePerSolved } from './prices.ts';
import { rowNotes } from './row-notes.ts';
import { type CurrentHashes, groupRuns, selectRuns, settingsKey } from './select-runs.ts';
import { CONFIDENCE, metricValue, SUCCESS, taskMean, USD, WALL_MS } from './task-means.ts';

const rowOf = (runs: readonly BenchSummary[], tasks: readonly string[]): BoardRow => {
  const { model, settings } = runs[0]!;
  const scores = BENCH_METRICS.map((metric) => [metric, taskMean(runs, metricValue(metric))] as const);
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

const byRank = (left: BoardRow, right: BoardRow): number =>
  byMean(left.scores.total, right.scores.total) ||
  byMean(left.success, right.success) ||
  compareText(left.model, right.model) ||
  compareText(settingsKey(left), settingsKey(right));

/** A row for every model and set of settings: results under other settings are other results. */
export const leaderboard = (summaries: readonly BenchSummary[], current: CurrentHashes): Leaderboard => {
  const { runs, leftOut } = selectRuns(summaries, current);
  const tasks = [...new Set(runs.map(({ task }) => task))].sort(compareText);
  const groups = groupRuns(runs, (run) => canonicalJson([run.model, run.settings]));
  return {
    confidence: CONFIDENCE,
    tasks,
    rows: [...groups.values()].map((own) => rowOf(own, tasks)).sort(byRank),
    left_out: leftOut,
  };
};
