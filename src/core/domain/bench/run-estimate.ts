/** What the estimate is based on: tasks with runs of their own, and tasks estimated from the model's runs of others. */
export type EstimateBasis = {
  readonly own_tasks: number;
  readonly other_tasks: number;
  readonly runs: number;
};

/** For all runs together; the range assumes that each is as cheap, or as expensive, as any seen. */
export type ExpectedAmount = EstimateBasis & {
  readonly expected: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: string | null;
};

export type RunEstimate = {
  readonly model: string;
  readonly tasks: number;
  readonly repeats: number;
  readonly runs: number;
  readonly tokens: ExpectedAmount;
  readonly usd: ExpectedAmount;
  /** One run after the other. */
  readonly wall_ms: ExpectedAmount;
  readonly notes: readonly string[];
};
