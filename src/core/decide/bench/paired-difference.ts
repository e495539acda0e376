import type { ComparedValue, NeededRuns, PairedDifference } from '../../domain/bench/model-comparison.ts';
import type { SideSample } from '../../domain/experiment/task-sample.ts';
import { mean } from '../../math/mean.ts';
import { nearlyEqual } from '../../math/nearly-equal.ts';
import { holm } from '../../math/statistics/holm.ts';
import { signFlip } from '../../math/statistics/sign-flip.ts';
import { signTest } from '../../math/statistics/sign-test.ts';
import { alikeInterval } from '../../math/statistics/alike-interval.ts';
import { nextStep } from '../experiment/next-step.ts';
import { CONFIDENCE } from './task-means.ts';
import { showP } from '../../text/amounts.ts';

export const SIGNIFICANCE = 0.05;
const POWER = 0.8;

/** The primary value of a comparison. It is tested alone; everything else is secondary. */
const PRIMARY: ComparedValue = 'success';

/** The fewest differing tasks, all in one direction, whose two-sided p of 2 / 2^n is at most this. */
const fewestAt = (significance: number): number => Math.ceil(Math.log2(2 / significance));

const FEWEST = fewestAt(SIGNIFICANCE);

/** A value of every run, by task. */
export type RunsByTask = ReadonlyMap<string, readonly number[]>;
type Tested = Omit<PairedDifference, 'adjusted_p' | 'better' | 'sentence' | 'needed'> & {
  readonly runs: readonly (readonly [first: readonly number[], second: readonly number[]])[];
};

/** Both have a value. */
export const pairTasks = <T>(
  first: ReadonlyMap<string, T>,
  second: ReadonlyMap<string, T>,
): readonly (readonly [T, T])[] =>
  [...first].flatMap(([task, own]) => {
    const other = second.get(task);
    return other === undefined ? [] : [[own, other] as const];
  });

export const twoSided = ({ pGain, pLoss }: { readonly pGain: number; readonly pLoss: number }): number =>
  Math.min(1, 2 * Math.min(pGain, pLoss));

const UNBOUNDED = { low: null, high: null } as const;

/** Inverting the test would give an interval of no width, but unobserved spread is not absent spread. */
const intervalOf = (deltas: readonly number[], inverted: { low: number | null; high: number | null }) =>
  deltas.every((delta) => nearlyEqual(delta, deltas[0] ?? 0))
    ? (alikeInterval(deltas, CONFIDENCE) ?? UNBOUNDED)
    : inverted;

export const testDifference = (value: ComparedValue, first: RunsByTask, second: RunsByTask): Tested => {
  const runs = pairTasks(first, second);
  const pairs = runs.map(([own, other]) => [mean(own) ?? 0, mean(other) ?? 0] as const);
  const deltas = pairs.map(([own, other]) => (nearlyEqual(own, other) ? 0 : other - own));
  const [firstBetter, secondBetter] = [
    deltas.filter((delta) => delta < 0),
    deltas.filter((delta) => delta > 0),
  ];
  const test = signFlip(deltas, { confidence: CONFIDENCE });
  return {
    value,
    role: value === PRIMARY ? 'primary' : 'secondary',
    tasks: pairs.length,
    first_better: firstBetter.length,
    second_better: secondBetter.length,
    first: mean(pairs.map(([own]) => own)),
    second: mean(pairs.map(([, other]) => other)),
    difference: test?.mean ?? null,
    interval: {
      ...(test === null ? UNBOUNDED : intervalOf(deltas, test.interval)),
      confidence: CONFIDENCE,
    },
    p: test === null ? null : twoSided(test),
    p_sign: signTest(firstBetter.length, secondBetter.length),
    runs,
  };
};

const sampleOf = (composites: readonly number[]): SideSample => ({ composites, objectives: [], cost: {} });

/** At the observed difference and spread; at least as many tasks as the test needs if the same share differs. */
const neededFor = (tested: Tested, significance: number): NeededRuns | null => {
  const differ = tested.first_better + tested.second_better;
  if (differ === 0) return null;
  const fewest = Math.ceil((fewestAt(significance) * tested.tasks) / differ);
  const step = nextStep(
    tested.runs.map(([first, second], at) => ({
      task: String(at),
      baseline: sampleOf(first),
      candidate: sampleOf(second),
    })),
    { power: POWER, significance: significance / 2, min_tasks: fewest },
  );
  // A single task shows nothing about the spread: then as many as the test needs at least.
  const tasks = tested.tasks < 2 ? fewest : step.tasks;
  const runs = tested.tasks < fewest ? null : step.trials;
  return tasks === null && runs === null ? null : { tasks, runs };
};

const showNeeded = (needed: NeededRuns | null): string => {
  if (needed === null) return 'how many would be enough cannot be predicted';
  const ways = [
    ...(needed.tasks === null ? [] : [`${needed.tasks} tasks like these`]),
    ...(needed.runs === null ? [] : [`${needed.runs} runs of each task`]),
  ];
  return `${ways.join(' or ')} would show it with ${POWER * 100} % power, if it is real`;
};

type Correction = {
  readonly adjusted: number | null;
  /** The level that this value's own p has to reach to be shown first. */
  readonly level: number;
};

const conclude = (
  tested: Tested,
  { adjusted, level }: Correction,
): Pick<PairedDifference, 'better' | 'sentence' | 'needed'> => {
  const differ = tested.first_better + tested.second_better;
  const undecided = (sentence: string, needed: NeededRuns | null = null) => ({
    better: null,
    needed,
    sentence,
  });
  if (tested.difference === null || adjusted === null)
    return undecided('no task on which both are known: nothing to compare');
  const shown = `${tested.role === 'primary' ? '' : 'corrected '}${showP(adjusted)}`;
  if (adjusted <= SIGNIFICANCE) {
    const better = tested.difference > 0 ? 'second' : 'first';
    return { better, needed: null, sentence: `the ${better} is better (${shown})` };
  }
  if (differ === 0) return undecided('no difference on any task');
  const needed = neededFor(tested, level);
  return differ < FEWEST
    ? undecided(
        `too weak: ${differ} of ${tested.tasks} tasks differ, and fewer than ${FEWEST} can show nothing; ${showNeeded(needed)}`,
        needed,
      )
    : undecided(
        `not shown: chance alone explains a difference like this (${shown}); ${showNeeded(needed)}`,
        needed,
      );
};

/** Success is tested alone. The other values share one error rate: six tests give six chances of a false positive. */
export const settleDifferences = (tested: readonly Tested[]): readonly PairedDifference[] => {
  const secondary = tested.filter(({ p, role }) => p !== null && role === 'secondary');
  const corrected = holm(secondary.map(({ p }) => p ?? 1));
  return tested.map((one): PairedDifference => {
    const primary = one.role === 'primary';
    const adjusted = primary ? one.p : (corrected[secondary.indexOf(one)] ?? null);
    const level = primary ? SIGNIFICANCE : SIGNIFICANCE / Math.max(1, secondary.length);
    const { runs: _runs, ...kept } = one;
    return { ...kept, adjusted_p: adjusted, ...conclude(one, { adjusted, level }) };
  });
};
