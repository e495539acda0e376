import type { RunPolicy } from '../conclude/score-captured.ts';
import type { Decider } from '../conclude/conclude.ts';
import { Weights } from '../domain/policy/race-policy.ts';
import type { WeightFlips } from '../domain/window/what-if.ts';

const STEPS = 16;
const HALVINGS = 8;
/** Each weight is tried up to this share of all others together, and at least up to twice itself. */
const MOST_SHARE = 1;

type Ranges = WeightFlips['dimensions'][number]['ranges'];

/** The point between two weights from which on the other wins, to a 256th of a step. */
function* between(
  from: number,
  to: number,
  before: string | null,
  winnerAt: (weight: number) => string | null,
): Generator<void, number> {
  let [low, high] = [from, to];
  for (let at = 0; at < HALVINGS; at += 1) {
    const middle = (low + high) / 2;
    if (winnerAt(middle) === before) low = middle;
    else high = middle;
    yield;
  }
  return high;
}

function* rangesOf(most: number, winnerAt: (weight: number) => string | null): Generator<void, Ranges> {
  const ranges: Ranges = [];
  let [from, winner] = [0, winnerAt(0)];
  for (let step = 1; step <= STEPS; step += 1) {
    const weight = (most * step) / STEPS;
    const next = winnerAt(weight);
    yield;
    if (next === winner) continue;
    const at = yield* between((most * (step - 1)) / STEPS, weight, winner, winnerAt);
    ranges.push({ from, to: at, winner });
    [from, winner] = [at, next];
  }
  return [...ranges, { from, to: most, winner }];
}

type OneDimension = WeightFlips['dimensions'][number];

/** The current winner, and for each dimension a stepwise search for the winner if only its weight varies. */
export const searchFlips = (
  { winner: winnerWith }: Pick<Decider, 'winner'>,
  configured: RunPolicy['weights'],
): {
  readonly winner: string | null;
  readonly dimensions: readonly (() => Generator<void, OneDimension>)[];
} => {
  const weights: Readonly<Record<string, number | undefined>> = configured;
  const keys = Object.keys(weights).filter((key) => weights[key] !== undefined);
  const sum = keys.reduce((total, key) => total + (weights[key] ?? 0), 0);
  return {
    winner: winnerWith(configured),
    dimensions: keys.map(
      (key) =>
        function* () {
          const weight = weights[key] ?? 0;
          const most = Math.max(2 * weight, MOST_SHARE * (sum - weight), 1);
          const winnerAt = (tried: number): string | null =>
            winnerWith(Weights.parse({ ...configured, [key]: tried }));
          return { key, weight, most, ranges: yield* rangesOf(most, winnerAt) };
        },
    ),
  };
};
