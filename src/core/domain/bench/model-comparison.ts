import type { BenchMetric } from './bench-metric.ts';
import type { ExcludedRun } from './bench-leaderboard.ts';
import type { BenchSettings } from './bench-summary.ts';
import type { Interval } from '../experiment/statistical-verdict.ts';

export type ComparedValue = 'success' | BenchMetric;

/** In all, either way: so many tasks with as many runs each as now, or so many runs of each existing task. */
export type NeededRuns = { readonly tasks: number | null; readonly runs: number | null };

/** Differences are the second model's task means less the first's. */
export type PairedDifference = {
  readonly value: ComparedValue;
  /** Tasks for which both have a value, and how they went. */
  readonly tasks: number;
  readonly first_better: number;
  readonly second_better: number;
  readonly first: number | null;
  readonly second: number | null;
  readonly difference: number | null;
  readonly interval: Interval;
  /** Two-sided: sign flips of the differences, and the sign test, which is McNemar's exact test for one run per task. */
  readonly p: number | null;
  readonly p_sign: number | null;
  /** `primary`: tested alone. `secondary`: corrected by Holm over the secondary values. */
  readonly role: 'primary' | 'secondary';
  readonly adjusted_p: number | null;
  /** What would show a difference like this one with 80 % power; null: nothing that can be foreseen, or it is shown. */
  readonly needed: NeededRuns | null;
  readonly better: 'first' | 'second' | null;
  readonly sentence: string;
};

/** The second model's value over the first's, geometric mean over tasks. */
export type PairedRatio = {
  readonly signal: 'usd' | 'tokens' | 'wall_ms';
  readonly tasks: number;
  readonly ratio: number | null;
  readonly interval: Interval;
  readonly p: number | null;
  readonly reason: string | null;
};

/** Under limits that both ran with. If they had different judges, values that depend on judges are left out. */
export type SettingsComparison = {
  readonly settings: BenchSettings;
  /** Judges of either side, by name; absent: both were judged by those in `settings`. */
  readonly judges?: { readonly first: readonly string[]; readonly second: readonly string[] };
  readonly tasks: readonly string[];
  readonly only_first: readonly string[];
  readonly only_second: readonly string[];
  readonly differences: readonly PairedDifference[];
  readonly ratios: readonly PairedRatio[];
};

export type ModelComparison = {
  readonly first: string;
  readonly second: string;
  readonly significance: number;
  readonly comparisons: readonly SettingsComparison[];
  readonly left_out: readonly ExcludedRun[];
  /** Why there is no comparison at all. */
  readonly reason: string | null;
};
