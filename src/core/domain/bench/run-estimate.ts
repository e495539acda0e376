/** What was used as evidence: tasks with runs of their own, and tasks judged by the model's runs on others. */
export type EstimateBasis = {
  readonly own_tasks: number;
  readonly other_tasks: number;
  readonly runs: number;
};

/** For all runs together; the range is what they take if each is the cheapest, or the dearest, that was seen. */
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
