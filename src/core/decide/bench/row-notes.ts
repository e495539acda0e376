import { BENCH_METRICS } from '../../domain/bench/bench-metric.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { nearlyEqual } from '../../math/nearly-equal.ts';
import { listFirst } from '../../text/amounts.ts';
import { groupRuns } from './select-runs.ts';

const SHOWN = 4;

const missingTasks = (runs: readonly BenchSummary[], tasks: readonly string[]): readonly string[] => {
  const own = new Set(runs.map(({ task }) => task));
  const absent = tasks.filter((task) => !own.has(task));
  return absent.length === 0
    ? []
    : [
        `no run of ${absent.length} of ${tasks.length} tasks (${listFirst(absent, SHOWN)}): its means are over other tasks than the rest`,
      ];
};

const unevenRuns = (runs: readonly BenchSummary[]): readonly string[] => {
  const counts = [...groupRuns(runs, ({ task }) => task).values()].map((own) => own.length);
  const least = counts.reduce((a, b) => Math.min(a, b), runs.length);
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  return least === most ? [] : [`${least} to ${most} runs a task; every task counts alike`];
};

const mixedEngines = (runs: readonly BenchSummary[]): readonly string[] => {
  const versions = [...new Set(runs.map(({ engine_version: version }) => version))].sort();
  return versions.length < 2 ? [] : [`scored by engines ${versions.slice(0, SHOWN).join(', ')}`];
};

const knownMetrics = ({ scores }: BenchSummary): string =>
  BENCH_METRICS.filter((metric) => metric !== 'total' && scores[metric] !== null).join(', ');

const sameWeights = (left: BenchSummary, right: BenchSummary): boolean =>
  BENCH_METRICS.every((metric) => nearlyEqual(left.weights[metric] ?? 0, right.weights[metric] ?? 0));

/** A total renormalises over what is known, so totals over different metrics are not quite comparable. */
const mixedTotals = (runs: readonly BenchSummary[]): readonly string[] => {
  const groups = [
    ...groupRuns(
      runs.filter(({ scores }) => scores.total !== null),
      knownMetrics,
    ).values(),
  ];
  const reweighted = groups.some(([first, ...others]) => others.some((run) => !sameWeights(first!, run)));
  return [
    ...(groups.length > 1 ? ['totals rest on different metrics, because not every run knows all five'] : []),
    ...(reweighted ? ['totals were weighted differently'] : []),
  ];
};

/** Caveats for comparing this row with others. */
export const rowNotes = (runs: readonly BenchSummary[], tasks: readonly string[]): readonly string[] => [
  ...missingTasks(runs, tasks),
  ...unevenRuns(runs),
  ...mixedTotals(runs),
  ...mixedEngines(runs),
];
