export type Weighted = { readonly score: number | null; readonly weight: number };

export type WeightedMean = {
  /** Null if no known score has a weight. */
  readonly mean: number | null;
  /** Each part's share after renormalisation, 0 if inactive; the active shares sum to 1. */
  readonly shares: readonly number[];
};

const HUGE = 1e290;
const TINY = 1e-290;

/** The mean of all models: unknown scores are left out of numerator and denominator. */
export const weightedMean = (parts: readonly Weighted[]): WeightedMean => {
  const active = parts.map((part) => (part.score === null ? 0 : part.weight));
  const largest = Math.max(0, ...active);
  if (largest === 0) return { mean: null, shares: active };
  // Only weights that would overflow or vanish are scaled: ordinary ones keep their exact sums.
  const scale = largest > HUGE || largest < TINY ? largest : 1;
  const scaled = active.map((weight) => weight / scale);
  const sum = scaled.reduce((total, weight) => total + weight, 0);
  const shares = scaled.map((weight) => weight / sum);
  const dot = parts.reduce((total, part, index) => total + (part.score ?? 0) * (scaled[index] ?? 0), 0);
  return { mean: dot / sum, shares };
};
