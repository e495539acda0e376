import { compareText } from '../../math/compare-text.ts';

/** The largest first, ties by name. */
export const rankCounts = (
  counts: ReadonlyMap<string, number>,
  limit: number,
): readonly (readonly [string, number])[] =>
  [...counts].sort(([a, n], [b, m]) => m - n || compareText(a, b)).slice(0, limit);
