import { countSubsetsUpTo } from './subset-sums.ts';
import { drawSubsets, type DrawnSubsets } from './drawn-subsets.ts';

/** All sign patterns up to this many deltas; random draws above it. */
export const EXACT_UP_TO = 20;
const DRAWS = 100_000;
const STEPS = 60;

/** Null: no bound at this confidence, because there are too few deltas to reject anything. */
export type Bounds = { readonly low: number | null; readonly high: number | null };

export type SignFlip = {
  readonly mean: number;
  /** One-sided: the chance of a sum as large, or as small, if every sign is decided by a coin. */
  readonly pGain: number;
  readonly pLoss: number;
  readonly interval: Bounds;
  readonly method: 'exact' | 'sampled';
};

export type SignFlipOptions = {
  readonly confidence?: number;
  readonly seed?: number;
  readonly draws?: number;
};

/** Sums of the same numbers in another order count as equal. */
const slackOf = (deltas: Float64Array): number =>
  1e-9 * deltas.reduce((most, delta) => Math.max(most, Math.abs(delta)), 0);

const negated = (deltas: Float64Array): Float64Array => deltas.map((delta) => -delta);

/** Flipping a set leaves the sum as large or larger exactly if the set's own sum is at most 0. */
const exactGain = (deltas: Float64Array): number =>
  countSubsetsUpTo(deltas, slackOf(deltas)) / 2 ** deltas.length;

/** The smallest centre against which the gain is not significant: p rises with the centre, so bisect. */
const exactLow = (deltas: Float64Array, alpha: number): number | null => {
  if (2 ** -deltas.length > alpha) return null;
  let low = Math.min(...deltas);
  let high = Math.max(...deltas);
  if (exactGain(deltas.map((delta) => delta - low)) > alpha) return low;
  for (let step = 0; step < STEPS && high - low > 1e-10; step += 1) {
    const centre = (low + high) / 2;
    if (
      countSubsetsUpTo(
        deltas.map((delta) => delta - centre),
        0,
      ) /
        2 ** deltas.length >
      alpha
    )
      high = centre;
    else low = centre;
  }
  return high;
};

const exact = (deltas: Float64Array, alpha: number): Omit<SignFlip, 'mean' | 'method'> => {
  const other = negated(deltas);
  const high = exactLow(other, alpha);
  return {
    pGain: exactGain(deltas),
    pLoss: exactGain(other),
    interval: { low: exactLow(deltas, alpha), high: high === null ? null : 0 - high },
  };
};

const sampled = (drawn: DrawnSubsets, slack: number, alpha: number): Omit<SignFlip, 'mean' | 'method'> => {
  const draws = drawn.sums.length;
  let gains = 1;
  let losses = 1;
  for (const sum of drawn.sums) {
    if (sum <= slack) gains += 1;
    if (sum >= -slack) losses += 1;
  }
  // The identity is one of the patterns, so the k-th mean is the first that a test at alpha does not reject.
  const rank = Math.floor(alpha * (draws + 1));
  const bounded = rank >= 1 && drawn.means.length >= rank;
  return {
    pGain: gains / (draws + 1),
    pLoss: losses / (draws + 1),
    interval: {
      low: bounded ? drawn.means[rank - 1]! : null,
      high: bounded ? drawn.means[drawn.means.length - rank]! : null,
    },
  };
};

/**
 * Sign-flip permutation test on paired deltas, with the interval that inverting it gives.
 * Deltas must be finite; null if there are none.
 */
export const signFlip = (
  deltas: readonly number[],
  { confidence = 0.95, seed = 1, draws = DRAWS }: SignFlipOptions = {},
): SignFlip | null => {
  if (deltas.length === 0 || !deltas.every((delta) => Number.isFinite(delta))) return null;
  const values = Float64Array.from(deltas);
  const alpha = (1 - confidence) / 2;
  const mean = values.reduce((sum, delta) => sum + delta, 0) / values.length;
  return values.length <= EXACT_UP_TO
    ? { mean, ...exact(values, alpha), method: 'exact' }
    : { mean, ...sampled(drawSubsets(values, draws, seed), slackOf(values), alpha), method: 'sampled' };
};
