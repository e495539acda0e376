import type { ConfigurationRanking } from '../../domain/experiment/configuration-ranking.ts';
import { compareText } from '../../math/compare-text.ts';
import { mean } from '../../math/mean.ts';
import { nearlyEqual } from '../../math/nearly-equal.ts';
import { bradleyTerry } from '../../math/statistics/bradley-terry.ts';
import { randomBits } from '../../math/statistics/random-bits.ts';

const RESAMPLES = 1000;

/** One configuration's mean composite on every task, in the same order for all. */
export type ConfigurationScores = { readonly configuration: string; readonly scores: readonly number[] };

/** The result of one configuration against another on a task: 1, a half, or 0. */
const winOf = (own: number, other: number): number => (nearlyEqual(own, other) ? 0.5 : own > other ? 1 : 0);

const winsOver = (
  field: readonly ConfigurationScores[],
  tasks: readonly number[],
): readonly (readonly number[])[] =>
  field.map((own, at) =>
    field.map((other, against) =>
      at === against
        ? 0
        : tasks.reduce((sum, task) => sum + winOf(own.scores[task]!, other.scores[task]!), 0),
    ),
  );

const sharesOfBest = (strengths: readonly number[]): readonly number[] => {
  const most = Math.max(...strengths);
  const best = strengths.map((strength) => nearlyEqual(strength, most, 1e-7));
  const equals = best.filter(Boolean).length;
  return best.map((is) => (is ? 1 / equals : 0));
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))]!;

export const rankConfigurations = (
  field: readonly ConfigurationScores[],
  { confidence, seed, resamples = RESAMPLES }: { confidence: number; seed: number; resamples?: number },
): ConfigurationRanking | null => {
  const tasks = field[0]?.scores.length ?? 0;
  if (field.length < 3 || tasks === 0) return null;
  const random = randomBits(seed);
  const drawn = Array.from({ length: resamples }, () =>
    bradleyTerry(
      winsOver(
        field,
        Array.from({ length: tasks }, () => random.below(tasks)),
      ),
    ),
  );
  const best = drawn.map(sharesOfBest);
  const strengths = bradleyTerry(winsOver(field, [...Array(tasks).keys()]));
  const configurations = field.map(({ configuration, scores }, at) => {
    const sorted = drawn.map((one) => one[at]!).sort((left, right) => left - right);
    const tail = (1 - confidence) / 2;
    return {
      configuration,
      mean: mean(scores) ?? 0,
      strength: strengths[at]!,
      interval: { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail), confidence },
      probability_best: mean(best.map((shares) => shares[at]!)) ?? 0,
    };
  });
  configurations.sort(
    (left, right) => right.strength - left.strength || compareText(left.configuration, right.configuration),
  );
  return { tasks, resamples, configurations };
};
