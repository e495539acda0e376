import type { CostMetrics, Objective } from './experiment-facts.ts';

/** The trials of one task under one configuration that gave a score, in order; cost never hides in a composite here. */
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

/** Fresh trials of a task that raised a suspicion, and how many rounds of them there were. */
export type ConfirmSample = TaskSample & { readonly round: number };
