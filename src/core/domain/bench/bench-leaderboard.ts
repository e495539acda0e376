import type { BenchMetric } from './bench-metric.ts';
import type { BenchSettings } from './bench-summary.ts';

/** A mean over tasks with its interval; every null has its reason. */
export type TaskMean = {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly tasks: number;
  /** Runs that have a value, and runs without one, which do not count. */
  readonly runs: number;
  readonly unknown: number;
  readonly reason: string | null;
};

/** The cost of a run, or of a solved task; never 0 because it is unknown. */
export type Price = {
  readonly value: number | null;
  readonly runs: number;
  readonly unknown: number;
  readonly reason: string | null;
};

/** Of k runs of a task: the chance that at least one solves it, and that all do. */
export type PassOf = {
  readonly k: number;
  readonly pass_at_k: TaskMean;
  readonly pass_hat_k: TaskMean;
};

/** One model under one set of settings. */
export type BoardRow = {
  readonly model: string;
  readonly settings: BenchSettings;
  readonly runs: number;
  readonly tasks: number;
  readonly scores: Readonly<Record<BenchMetric, TaskMean>>;
  readonly success: TaskMean;
  readonly pass: readonly PassOf[];
  readonly usd_per_run: Price;
  readonly usd_per_solved: Price;
  readonly ms_per_solved: Price;
  readonly notes: readonly string[];
};

export const LEFT_OUT_KINDS = ['infrastructure', 'stale', 'unknown-task', 'twice'] as const;

/** A run that does not count, and why. */
export type ExcludedRun = {
  readonly kind: (typeof LEFT_OUT_KINDS)[number];
  readonly run_id: string;
  readonly model: string;
  readonly task: string;
  readonly reason: string;
};

export type Leaderboard = {
  readonly confidence: number;
  /** `solved`: ranked by what was solved, and an unsolved run's total counts only its functional part. */
  readonly total: 'solved' | 'documented';
  /** Every task that any row has a run of. */
  readonly tasks: readonly string[];
  readonly rows: readonly BoardRow[];
  readonly left_out: readonly ExcludedRun[];
};
