/** Scores of two candidates by dimension, 0 to 1; null: not measured. */
export type Scores = Readonly<Record<string, number | null>>;
export type PairChoice = { readonly run: string; readonly better: Scores; readonly worse: Scores };
export type WeightTable = Readonly<Record<string, number>>;

/** A difference of one tenth in the total makes a choice three times out of four. */
const SHARPNESS = 11;
const STEPS = 2000;
const STEP_SIZE = 0.05;
/** How many choices it takes to outweigh the weights in effect. */
const PULL = 2;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Weights that sum to 1; only their ratios matter. */
const normalised = (keys: readonly string[], weights: WeightTable): readonly number[] => {
  const own = keys.map((key) => Math.max(0, weights[key] ?? 0));
  const total = sum(own);
  return own.map((weight) => (total === 0 ? 1 / Math.max(1, keys.length) : weight / total));
};

/** A dimension that one of them lacks is ignored. */
const difference = (keys: readonly string[], { better, worse }: PairChoice): readonly number[] =>
  keys.map((key) => {
    const [one, other] = [better[key] ?? null, worse[key] ?? null];
    return one === null || other === null ? 0 : one - other;
  });

const dot = (one: readonly number[], other: readonly number[]): number =>
  sum(one.map((number, at) => number * (other[at] ?? 0)));

/** The share of choices that weights agree with; a tie counts half. Null: there are none. */
export const agreementOf = (weights: WeightTable, choices: readonly PairChoice[]): number | null => {
  if (choices.length === 0) return null;
  const keys = Object.keys(weights);
  const own = normalised(keys, weights);
  const points = choices.map((choice) => {
    const lead = dot(own, difference(keys, choice));
    return Math.abs(lead) < 1e-12 ? 0.5 : lead > 0 ? 1 : 0;
  });
  return sum(points) / choices.length;
};

/**
 * Bradley–Terry on differences of scores: the log-odds of preferring one are the difference of totals. Weights stay at
 * 0 or more and are pulled towards those in effect, the more so the fewer choices there are. Deterministic.
 */
export const fitWeights = (current: WeightTable, choices: readonly PairChoice[]): WeightTable => {
  const keys = Object.keys(current);
  const start = normalised(keys, current);
  const differences = choices.map((choice) => difference(keys, choice));
  const pull = PULL / Math.max(1, choices.length);
  let weights = [...start];
  for (let step = 0; step < STEPS && choices.length > 0; step += 1) {
    const slope = weights.map((weight, at) => pull * (weight - (start[at] ?? 0)));
    for (const one of differences) {
      const miss = 1 / (1 + Math.exp(SHARPNESS * dot(weights, one)));
      one.forEach((part, at) => (slope[at] = (slope[at] ?? 0) - (miss * SHARPNESS * part) / choices.length));
    }
    const moved = weights.map((weight, at) => Math.max(0, weight - STEP_SIZE * (slope[at] ?? 0)));
    const total = sum(moved);
    weights = total === 0 ? [...start] : moved.map((weight) => weight / total);
  }
  const scale = sum(keys.map((key) => Math.max(0, current[key] ?? 0))) || 1;
  return Object.fromEntries(keys.map((key, at) => [key, (weights[at] ?? 0) * scale]));
};

export type Tuning = {
  readonly choices: number;
  readonly runs: number;
  readonly before: WeightTable;
  readonly after: WeightTable;
  /** Agreement with choices of runs that were left out of the fit, one run at a time; null: fewer than two runs. */
  readonly heldOut: { readonly before: number; readonly after: number } | null;
};

/** Fits weights, and measures on runs that the fit has not seen whether they are better than those in effect. */
export const tuneWeights = (current: WeightTable, choices: readonly PairChoice[]): Tuning => {
  const runs = [...new Set(choices.map(({ run }) => run))].toSorted();
  const parts = runs.map((run) => {
    const [own, others] = [
      choices.filter((one) => one.run === run),
      choices.filter((one) => one.run !== run),
    ];
    return {
      count: own.length,
      before: agreementOf(current, own) ?? 0,
      after: agreementOf(fitWeights(current, others), own) ?? 0,
    };
  });
  const mean = (of: 'before' | 'after'): number =>
    sum(parts.map((part) => part[of] * part.count)) / Math.max(1, choices.length);
  return {
    choices: choices.length,
    runs: runs.length,
    before: current,
    after: fitWeights(current, choices),
    heldOut: runs.length < 2 ? null : { before: mean('before'), after: mean('after') },
  };
};
