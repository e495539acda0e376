import type { OneSided } from './fisher-exact.ts';
import { normalCdf } from './normal.ts';

/** Exact up to this many values in all; above it the normal approximation, corrected for ties and continuity. */
const EXACT_UP_TO = 60;

/** Twice the middle ranks, so that ties stay whole numbers. */
const doubledRanks = (values: readonly number[]): readonly number[] => {
  const sorted = [...values].sort((left, right) => left - right);
  const rankOf = new Map<number, number>();
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1;
    rankOf.set(sorted[from]!, from + 1 + to);
    from = to;
  }
  return values.map((value) => rankOf.get(value)!);
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** ways[k][s]: subsets of k ranks that sum to s. */
const countSubsets = (ranks: readonly number[], size: number): Float64Array => {
  const width = sumOf(ranks) + 1;
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(width));
  ways[0]![0] = 1;
  for (const [at, rank] of ranks.entries())
    for (let taken = Math.min(size, at + 1); taken > 0; taken -= 1) {
      const into = ways[taken]!;
      const from = ways[taken - 1]!;
      for (let sum = width - 1; sum >= rank; sum -= 1) into[sum]! += from[sum - rank]!;
    }
  return ways[size]!;
};

const exact = (ranks: readonly number[], size: number, own: number): OneSided => {
  const ways = countSubsets(ranks, size);
  const all = ways.reduce((sum, count) => sum + count, 0);
  const atMost = ways.subarray(0, own + 1).reduce((sum, count) => sum + count, 0);
  const least = ways.find((count) => count > 0) ?? all;
  return { p: Math.min(1, atMost / all), least: Math.min(1, least / all) };
};

const approximate = (ranks: readonly number[], size: number, own: number): OneSided => {
  const all = ranks.length;
  const middle = (all + 1) / 2;
  const spread = ranks.reduce((sum, rank) => sum + (rank / 2 - middle) ** 2, 0);
  const variance = (size * (all - size) * spread) / (all * (all - 1));
  if (variance === 0) return { p: 1, least: 1 };
  const p = (sum: number): number => normalCdf((sum - size * middle + 0.5) / Math.sqrt(variance));
  const lowest = sumOf([...ranks].sort((left, right) => left - right).slice(0, size)) / 2;
  return { p: Math.min(1, p(own / 2)), least: Math.min(1, p(lowest)) };
};

/** One-sided: the chance that the second side ranks as low as it did if both are equal; values must be finite. */
export const mannWhitneyDrop = (first: readonly number[], second: readonly number[]): OneSided => {
  if (first.length === 0 || second.length === 0) return { p: 1, least: 1 };
  const ranks = doubledRanks([...second, ...first]);
  const own = sumOf(ranks.slice(0, second.length));
  const test = ranks.length <= EXACT_UP_TO ? exact : approximate;
  return test(ranks, second.length, own);
};
