import type { LabInterval } from '../domain/lab/lab-report.ts';
import { randomBits } from '../math/statistics/random-bits.ts';

const CONFIDENCE = 0.95;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? Number.NaN;

/**
 * Percentile interval of a statistic over groups drawn with replacement; the same for the same seed.
 * Null for fewer than two groups, or if the statistic is never defined.
 */
export const bootstrapInterval = <T>(
  groups: readonly (readonly T[])[],
  statistic: (drawn: readonly T[]) => number | null,
  { seed, resamples }: { readonly seed: number; readonly resamples: number },
): LabInterval | null => {
  if (groups.length < 2) return null;
  const { below } = randomBits(seed);
  const values: number[] = [];
  for (let round = 0; round < resamples; round += 1) {
    const drawn = groups.flatMap(() => groups[below(groups.length)] ?? []);
    const value = statistic(drawn);
    if (value !== null) values.push(value);
  }
  if (values.length === 0) return null;
  const sorted = values.toSorted((left, right) => left - right);
  const tail = (1 - CONFIDENCE) / 2;
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
};
