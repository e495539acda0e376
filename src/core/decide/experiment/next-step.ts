import type { ExperimentPolicy } from '../../domain/experiment/experiment-policy.ts';
import type { NextStep } from '../../domain/experiment/statistical-verdict.ts';
import type { SideSample, TaskSample } from '../../domain/experiment/task-sample.ts';
import { mean } from '../../math/mean.ts';
import { normalQuantile } from '../../math/statistics/normal.ts';
import { variance } from '../../math/statistics/variance.ts';
import { percent, plural } from '../../text/amounts.ts';

type Wanted = Pick<ExperimentPolicy, 'power' | 'significance' | 'min_tasks'>;

/** More than this is out of reach, and integers would lose precision. */
const MOST = 1_000_000;

const count = (value: number): number | null =>
  Number.isFinite(value) && value <= MOST ? Math.ceil(value - 1e-9) : null;

const averageOf = (values: readonly number[]): number => mean(values) ?? 0;
const meanOf = ({ composites }: SideSample): number => averageOf(composites);
const trialsOf = (samples: readonly TaskSample[]): number =>
  averageOf(
    samples.flatMap(({ baseline, candidate }) => [baseline.composites.length, candidate.composites.length]),
  );

/** Noise that more trials per task would remove: of one trial per side, and its remainder in the deltas. */
const noise = (samples: readonly TaskSample[]) => ({
  perTrial: averageOf(
    samples.map(({ baseline, candidate }) => variance(baseline.composites) + variance(candidate.composites)),
  ),
  inDeltas: averageOf(
    samples.map(
      ({ baseline, candidate }) =>
        variance(baseline.composites) / baseline.composites.length +
        variance(candidate.composites) / candidate.composites.length,
    ),
  ),
});

/** Trials per task and side so that the mean over the current tasks is precise enough; Infinity: tasks differ too much. */
const trialsNeeded = (samples: readonly TaskSample[], allowed: number, spread: number): number => {
  const { perTrial, inDeltas } = noise(samples);
  const between = Math.max(0, spread - inDeltas);
  if (allowed <= between) return Infinity;
  return Math.max(1, perTrial / (allowed - between));
};

/** Dollars per run, if known for every task on both sides. */
const usdOf = (samples: readonly TaskSample[]): number | null => {
  const prices = samples.flatMap(({ baseline, candidate }) => [
    baseline.cost.usd ?? null,
    candidate.cost.usd ?? null,
  ]);
  const known = prices.filter((price) => price !== null);
  return known.length === 0 || known.length < prices.length ? null : mean(known);
};

const unknown = (power: number, effect: number | null, sentence: string): NextStep => ({
  power,
  effect,
  tasks: null,
  trials: null,
  more_runs: null,
  usd: null,
  sentence,
});

const least = (ways: readonly (number | null)[]): number | null => {
  const known = ways.filter((way) => way !== null);
  return known.length === 0 ? null : Math.min(...known);
};

const sentenceOf = (
  { power, tasks, trials, more_runs, usd }: Omit<NextStep, 'sentence'>,
  now: number,
): string => {
  const ways = [
    ...(tasks === null ? [] : [`${tasks} tasks with ${now} trials each`]),
    ...(trials === null ? [] : [`${plural(trials, 'trial')} of each task there is`]),
  ];
  if (ways.length === 0) return 'No number of trials worth running would make the effect seen certain.';
  const price = usd === null || usd < 0.005 ? '' : `, about $${usd.toFixed(2)}`;
  const more =
    more_runs === 0 ? 'that is what there is' : `${more_runs} more runs of the agent at least${price}`;
  return `${percent(power)} power at the effect seen takes ${ways.join(', or ')}: ${more}.`;
};

/** The cost of more certainty, by normal approximation, at the observed effect and spread. */
export const nextStep = (
  samples: readonly TaskSample[],
  { power, significance, min_tasks }: Wanted,
): NextStep => {
  const deltas = samples.map(({ baseline, candidate }) => meanOf(candidate) - meanOf(baseline));
  const effect = mean(deltas);
  const here = deltas.length;
  if (effect === null || here < 2)
    return unknown(
      power,
      effect,
      `Nothing can be predicted from ${here} paired tasks; at least ${min_tasks} are needed.`,
    );
  if (Math.abs(effect) < 1e-9)
    return unknown(power, 0, 'No effect was seen, so no number of trials would show one.');
  const z = normalQuantile(1 - significance) + normalQuantile(power);
  const spread = variance(deltas);
  const tasks = count(Math.max(min_tasks, (z * z * spread) / effect ** 2));
  const enough = here >= min_tasks;
  const trials = enough ? count(trialsNeeded(samples, (here * effect ** 2) / z ** 2, spread)) : null;
  const now = trialsOf(samples);
  const more_runs = least([
    tasks === null ? null : Math.ceil(2 * now * Math.max(0, tasks - here)),
    trials === null ? null : Math.ceil(2 * here * Math.max(0, trials - now)),
  ]);
  const price = usdOf(samples);
  const usd = price === null || more_runs === null ? null : price * more_runs;
  const step = { power, effect, tasks, trials, more_runs, usd };
  return { ...step, sentence: sentenceOf(step, Number(now.toFixed(1))) };
};
