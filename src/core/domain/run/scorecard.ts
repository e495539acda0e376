/** One model's scores, weights and total for one subject. Every null, and every 0 without a measurement, has a reason. */
export type Scorecard<Dimension extends string = string> = {
  readonly breakdown: Readonly<Partial<Record<Dimension, number | null>>>;
  readonly total: number | null;
  readonly reasons: Readonly<Record<string, string>>;
  /** Weights in effect after renormalisation, by active dimension; they sum to 1. */
  readonly weights: Readonly<Record<string, number>>;
  readonly status: 'scored' | 'unscored';
};

/** Identifies the formulas behind a result: raised whenever one of them changes. */
export type ModelId = { readonly id: string; readonly version: string };
