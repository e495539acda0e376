import { clamp } from '../clamp.ts';
import { studentQuantile } from './student.ts';
import { variance } from './variance.ts';

/** Means this close are the same mean, summed in another order. */
const NO_SPREAD = 1e-18;

/**
 * Interval of a mean of task means, each from 0 to 1; null for fewer than two tasks.
 * The spread between tasks shows how many coins with this mean they are worth; Wilson's interval for that many coins,
 * with Student's quantile, stays inside 0..1. If all tasks have the same mean, each is worth one coin: seeing no
 * spread does not show that there is none.
 */
export const taskInterval = (
  means: readonly number[],
  confidence: number,
): { readonly low: number; readonly high: number } | null => {
  const tasks = means.length;
  if (tasks < 2) return null;
  const centre = clamp(means.reduce((sum, value) => sum + value, 0) / tasks, 0, 1);
  const spread = variance(means);
  const coins = spread <= NO_SPREAD ? tasks : (centre * (1 - centre) * tasks) / spread;
  const squared = studentQuantile((1 + confidence) / 2, tasks - 1) ** 2;
  const share = squared / coins;
  const middle = (centre + share / 2) / (1 + share);
  const reach = Math.sqrt(share * centre * (1 - centre) + (share * share) / 4) / (1 + share);
  return {
    low: Math.min(centre, Math.max(0, middle - reach)),
    high: Math.max(centre, Math.min(1, middle + reach)),
  };
};
