import * as z from 'zod';
import { COST_SIGNALS } from './experiment-facts.ts';

/** A null bound: unbounded at this confidence, because there are too few tasks. */
export const Interval = z.strictObject({
  low: z.number().nullable(),
  high: z.number().nullable(),
  confidence: z.number(),
});
export type Interval = z.infer<typeof Interval>;

export const REASON_CODES = [
  'underpowered',
  'gain',
  'gain-too-small',
  'loss',
  'confirmed-regression',
  'suspected-regression',
  'equivalent',
  'too-uncertain',
] as const;

export const VerdictReason = z.strictObject({ code: z.enum(REASON_CODES), sentence: z.string() });
export type VerdictReason = z.infer<typeof VerdictReason>;

/** One task: means of its trials, and the certainty of its own delta. */
export const TaskDelta = z.strictObject({
  task: z.string(),
  baseline: z.number(),
  candidate: z.number(),
  delta: z.number(),
  interval: Interval,
  trials: z.strictObject({ baseline: z.int(), candidate: z.int() }),
});
export type TaskDelta = z.infer<typeof TaskDelta>;

/** A task that dropped below the thresholds, and the result of a test on its trials. */
export const TaskRegression = z.strictObject({
  task: z.string(),
  state: z.enum(['suspected', 'confirmed', 'cleared']),
  reason: z.string(),
  test: z.enum(['fisher', 'mann-whitney']),
  p: z.number(),
  adjusted_p: z.number(),
  /** Whether fresh trials decided, and not those that raised the suspicion. */
  fresh: z.boolean(),
});
export type TaskRegression = z.infer<typeof TaskRegression>;

export const CostLine = z.strictObject({
  signal: z.enum(COST_SIGNALS),
  tasks: z.int(),
  /** Geometric mean over tasks of candidate over baseline. */
  ratio: z.number(),
  interval: Interval,
});
export type CostLine = z.infer<typeof CostLine>;

/** What certainty would cost at the effect seen; null with the reason if it cannot be estimated. */
export const NextStep = z.strictObject({
  power: z.number(),
  effect: z.number().nullable(),
  /** Tasks in all, with as many trials each as now. */
  tasks: z.int().nullable(),
  /** Trials of each task and configuration in all, with the existing tasks. */
  trials: z.int().nullable(),
  /** Additional runs of the agent, the cheaper way; and dollars if all prices are known. */
  more_runs: z.int().nullable(),
  usd: z.number().nullable(),
  sentence: z.string(),
});
export type NextStep = z.infer<typeof NextStep>;

export const StatisticalVerdict = z.strictObject({
  verdict: z.enum(['improved', 'regressed', 'equivalent', 'inconclusive']),
  reasons: z.array(VerdictReason),
  tasks: z.int(),
  mean_delta: z.number().nullable(),
  p_gain: z.number().nullable(),
  p_loss: z.number().nullable(),
  interval: Interval,
  method: z.enum(['exact', 'sampled', 'none']),
  regressions: z.array(TaskRegression),
  cost: z.array(CostLine),
  next: NextStep,
});
export type StatisticalVerdict = z.infer<typeof StatisticalVerdict>;
