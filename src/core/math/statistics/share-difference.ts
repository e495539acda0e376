import { normalQuantile } from './normal.ts';

/** A mean of outcomes between 0 and 1, and their number. */
export type MeanShare = { readonly mean: number; readonly count: number };

/** Wilson's interval: never empty and never outside 0..1, however few outcomes there are. */
const wilson = ({ mean, count }: MeanShare, z: number): readonly [low: number, high: number] => {
  const squared = z * z;
  const centre = (mean + squared / (2 * count)) / (1 + squared / count);
  const reach =
    (z / (1 + squared / count)) * Math.sqrt((mean * (1 - mean)) / count + squared / (4 * count * count));
  return [Math.max(0, centre - reach), Math.min(1, centre + reach)];
};

/**
 * Newcombe's interval of a difference of two shares. Outcomes between 0 and 1 vary at most as much as a coin
 * with the same mean, so it is valid for composites too, if slightly wide.
 */
export const shareDifference = (
  first: MeanShare,
  second: MeanShare,
  confidence: number,
): { readonly low: number; readonly high: number } => {
  const z = normalQuantile((1 + confidence) / 2);
  const [firstLow, firstHigh] = wilson(first, z);
  const [secondLow, secondHigh] = wilson(second, z);
  const difference = second.mean - first.mean;
  return {
    low: difference - Math.hypot(second.mean - secondLow, firstHigh - first.mean),
    high: difference + Math.hypot(secondHigh - second.mean, first.mean - firstLow),
  };
};
