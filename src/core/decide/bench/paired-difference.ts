import type { ComparedValue, PairedDifference } from '../../domain/bench/model-comparison.ts';
import { mean } from '../../math/mean.ts';
import { nearlyEqual } from '../../math/nearly-equal.ts';
import { holm } from '../../math/statistics/holm.ts';
import { signFlip } from '../../math/statistics/sign-flip.ts';
import { signTest } from '../../math/statistics/sign-test.ts';
import { CONFIDENCE } from './task-means.ts';

export const SIGNIFICANCE = 0.05;

/** Fewer differing tasks could never be significant: 2 / 2^6 is the first value below the level. */
const FEWEST = 6;

type ByTask = ReadonlyMap<string, number>;
type Tested = Omit<PairedDifference, 'adjusted_p' | 'better' | 'sentence'>;

/** Both have a mean. */
export const pairTasks = (first: ByTask, second: ByTask): readonly (readonly [number, number])[] =>
  [...first].flatMap(([task, own]) => {
    const other = second.get(task);
    return other === undefined ? [] : [[own, other] as const];
  });

export const twoSided = ({ pGain, pLoss }: { readonly pGain: number; readonly pLoss: number }): number =>
  Math.min(1, 2 * Math.min(pGain, pLoss));

const UNBOUNDED = { low: null, high: null } as const;

/** Inverting the test would give an interval of no width: seeing no spread does not show that there is none. */
const alike = (deltas: readonly number[]): boolean =>
  deltas.every((delta) => nearlyEqual(delta, deltas[0] ?? 0));

export const testDifference = (value: ComparedValue, first: ByTask, second: ByTask): Tested => {
  const pairs = pairTasks(first, second);
  const deltas = pairs.map(([own, other]) => (nearlyEqual(own, other) ? 0 : other - own));
  const [firstBetter, secondBetter] = [
    deltas.filter((delta) => delta < 0),
    deltas.filter((delta) => delta > 0),
  ];
  const test = signFlip(deltas, { confidence: CONFIDENCE });
  return {
    value,
    tasks: pairs.length,
    first_better: firstBetter.length,
    second_better: secondBetter.length,
    first: mean(pairs.map(([own]) => own)),
    second: mean(pairs.map(([, other]) => other)),
    difference: test?.mean ?? null,
    interval: { ...(test === null || alike(deltas) ? UNBOUNDED : test.interval), confidence: CONFIDENCE },
    p: test === null ? null : twoSided(test),
    p_sign: signTest(firstBetter.length, secondBetter.length),
  };
};

const showP = (p: number): string => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`);

const conclude = (tested: Tested, adjusted: number | null): Pick<PairedDifference, 'better' | 'sentence'> => {
  const differ = tested.first_better + tested.second_better;
  const undecided = (sentence: string) => ({ better: null, sentence });
  if (tested.difference === null || adjusted === null)
    return undecided('no task on which both are known: nothing to compare');
  if (differ < FEWEST)
    return undecided(
      `too weak: ${differ} of ${tested.tasks} tasks differ, and fewer than ${FEWEST} can show nothing`,
    );
  if (adjusted > SIGNIFICANCE)
    return undecided(
      `not shown: a difference like this comes about by chance (corrected ${showP(adjusted)}); more tasks or runs are needed`,
    );
  const better = tested.difference > 0 ? 'second' : 'first';
  return { better, sentence: `the ${better} is better (corrected ${showP(adjusted)})` };
};

/** Corrected over all comparisons: seven questions give seven chances of a false positive. */
export const settleDifferences = (tested: readonly Tested[]): readonly PairedDifference[] => {
  const asked = tested.filter(({ p }) => p !== null);
  const corrected = holm(asked.map(({ p }) => p ?? 1));
  return tested.map((one) => {
    const adjusted = corrected[asked.indexOf(one)] ?? null;
    return { ...one, adjusted_p: adjusted, ...conclude(one, adjusted) };
  });
};
