import type { OneSided } from './fisher-exact.ts';

/** Holm's step-down: each p times the number of tests left, never less than the one before it. */
export const holm = (values: readonly number[]): readonly number[] => {
  const order = values.map((_, at) => at).sort((left, right) => values[left]! - values[right]!);
  const adjusted = values.map(() => 1);
  let least = 0;
  for (const [step, at] of order.entries()) {
    least = Math.max(least, Math.min(1, values[at]! * (values.length - step)));
    adjusted[at] = least;
  }
  return adjusted;
};

/**
 * Holm over the tests that could be significant at all. These follow from the totals, not from how they
 * are split, so leaving the others out costs no certainty (Tarone); they get 1.
 */
export const holmOverTestable = (tests: readonly OneSided[], alpha: number): readonly number[] => {
  const testable = (among: number): readonly number[] =>
    tests.flatMap(({ least }, at) => (least <= alpha / among ? [at] : []));
  let among = 1;
  while (testable(among).length > among) among += 1;
  const chosen = testable(among);
  const adjusted = holm(chosen.map((at) => tests[at]!.p));
  const result = tests.map(() => 1);
  for (const [index, at] of chosen.entries()) result[at] = adjusted[index]!;
  return result;
};
