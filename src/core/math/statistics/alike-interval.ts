import { nearlyEqual } from '../nearly-equal.ts';

/**
 * Interval of a mean of differences from -1 to 1 that are all 1, or all -1; null: they are not. With n of n alike, a
 * share of at least (1 - confidence) / 2 to the power of 1 / n of all tasks is alike (Clopper and Pearson), and the
 * others may be the opposite.
 */
export const alikeInterval = (
  deltas: readonly number[],
  confidence: number,
): { readonly low: number; readonly high: number } | null => {
  const [seen = 0] = deltas;
  if (!nearlyEqual(Math.abs(seen), 1) || !deltas.every((delta) => nearlyEqual(delta, seen))) return null;
  const bound = 2 * ((1 - confidence) / 2) ** (1 / deltas.length) - 1;
  return seen > 0 ? { low: bound, high: 1 } : { low: -1, high: 0 - bound };
};
