import { normalCdf } from './normal.ts';

/** Up to here every term is summed; above it the normal approximation with continuity correction. */
const EXACT_UP_TO = 1000;

/** Two-sided: the chance of so uneven a split of wins from coin flips. Ties do not count; null without a win. */
export const signTest = (left: number, right: number): number | null => {
  const all = left + right;
  if (all === 0) return null;
  const fewer = Math.min(left, right);
  if (all > EXACT_UP_TO) return Math.min(1, 2 * normalCdf((fewer + 0.5 - all / 2) / (Math.sqrt(all) / 2)));
  let term = 2 ** -all;
  let sum = term;
  for (let at = 1; at <= fewer; at += 1) {
    term *= (all - at + 1) / at;
    sum += term;
  }
  return Math.min(1, 2 * sum);
};
