import { normalQuantile } from './normal.ts';

/** Above it Student's distribution equals the normal one to six digits. */
const MOST_FREEDOM = 1_000_000;
const STEPS = 200;

/** Share of Student's distribution within ± a value, for whole degrees of freedom: a finite series in its angle. */
const within = (value: number, freedom: number): number => {
  const angle = Math.atan(value / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = freedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let at = odd ? 3 : 2; at <= freedom - 2; at += 2) {
    term *= ((at - 1) / at) * cosine * cosine;
    sum += term;
    if (term < 1e-17 * sum) break;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
};

/** The quantile function of Student's distribution, for shares from a half up to, not including, 1. */
export const studentQuantile = (share: number, freedom: number): number => {
  if (!(share >= 0.5 && share < 1) || !Number.isInteger(freedom) || freedom < 1) return Number.NaN;
  if (freedom > MOST_FREEDOM) return normalQuantile(share);
  const wanted = 2 * share - 1;
  let low = 0;
  let high = 1;
  while (within(high, freedom) < wanted && high < 1e12) high *= 2;
  for (let step = 0; step < STEPS && high - low > 1e-13 * high; step += 1) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};
