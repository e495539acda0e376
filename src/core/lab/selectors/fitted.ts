import { sketchChange } from '../../analyse/diff/sketch-change.ts';
import { mean } from '../../math/mean.ts';
import { agreementIn } from '../../select/agreement.ts';
import { authorsOf } from '../../select/authors.ts';
import type { LabTask, LabelledTask, Selector } from '../selector.ts';
import { bestBy } from './best-by.ts';

/** An intercept, and agreement of tokens and of places, each less the field's mean. */
type Features = readonly [1, number, number];
type Sample = { readonly features: Features; readonly right: boolean; readonly weight: number };

/** Keeps the weights finite and small if there is little to learn from. */
const RIDGE = 0.001;
const STEPS = 1500;
const STEP_SIZE = 3;

const featuresOf = ({ candidates }: LabTask): ReadonlyMap<string, Features> => {
  const sketched = candidates.map(({ name, author, patch }) => ({
    name,
    author,
    sketch: sketchChange(patch),
  }));
  const agreement = agreementIn(
    sketched.filter(({ sketch }) => sketch.source),
    authorsOf(sketched),
  );
  const [tokens = 0, coverage = 0] = (['tokens', 'coverage'] as const)
    .map((key) => mean([...agreement.values()].map((one) => one[key])))
    .map((value) => value ?? 0);
  return new Map(
    candidates.map(({ name }): [string, Features] => {
      const own = agreement.get(name);
      return [name, own === undefined ? [1, 0, 0] : [1, own.tokens - tokens, own.coverage - coverage]];
    }),
  );
};

const dot = (weights: readonly number[], features: Features): number =>
  features.reduce<number>((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0);

const probabilityOf = (weights: readonly number[], features: Features): number =>
  1 / (1 + Math.exp(-dot(weights, features)));

/** Ridge logistic regression by gradient descent; every task has the same weight. Deterministic. */
const fitLogistic = (samples: readonly Sample[]): readonly number[] => {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  let weights: readonly number[] = [0, 0, 0];
  if (total === 0) return weights;
  for (let step = 0; step < STEPS; step += 1) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : RIDGE * weight));
    for (const { features, right, weight } of samples) {
      const miss = probabilityOf(weights, features) - (right ? 1 : 0);
      features.forEach((feature, at) => (slope[at] = (slope[at] ?? 0) + (weight * miss * feature) / total));
    }
    weights = weights.map((weight, at) => weight - STEP_SIZE * (slope[at] ?? 0));
  }
  return weights;
};

const samplesOf = (task: LabelledTask): readonly Sample[] => {
  const features = featuresOf(task);
  return [...task.right].flatMap(([name, right]) => {
    const own = features.get(name);
    return own === undefined ? [] : [{ features: own, right, weight: 1 / task.right.size }];
  });
};

export const fitted: Selector = {
  id: 'fitted',
  summary: "agreement with weights fitted on the other repositories: what Hydra's own weights come from",
  fit: (tasks) => {
    const weights = fitLogistic(tasks.flatMap(samplesOf));
    return (task) => {
      const features = featuresOf(task);
      const probabilities = new Map([...features].map(([name, own]) => [name, probabilityOf(weights, own)]));
      const shown = weights.map((weight) => weight.toFixed(2)).join(', ');
      return {
        ...bestBy(
          task,
          ({ name }) => probabilities.get(name) ?? 0,
          (value) => `has ${Math.round(value * 100)} % by weights ${shown}`,
        ),
        probabilities,
      };
    };
  },
};
