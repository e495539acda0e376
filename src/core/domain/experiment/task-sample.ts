import type { CostMetrics, Objective } from './experiment-facts.ts';

/** The scored trials of one task under one configuration, in order; costs are kept apart from composites. */
export type SideSample = {
  readonly composites: readonly number[];
  readonly objectives: readonly Objective[];
  /** Means over the trials; a signal that any trial lacks is unknown. */
  readonly cost: CostMetrics;
};

/** One task under both configurations, with at least one trial each. */
export type TaskSample = {
  readonly task: string;
  readonly baseline: SideSample;
  readonly candidate: SideSample;
};

/** Fresh trials of a suspected task, and the number of rounds. */
export type ConfirmSample = TaskSample & { readonly round: number };
