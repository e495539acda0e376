import type { ChangeSketch } from '../domain/candidate/change-sketch.ts';

const SAME_TOKENS = 0.9;
const SAME_PLACES = 0.8;

type Tokens = ReadonlyMap<string, number>;

/** A sketch as sets, for many comparisons. */
export type Sketched = {
  readonly tokens: Tokens;
  readonly tests: Tokens;
  readonly places: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
};

export const readSketch = ({ tokens, tests = [], places }: ChangeSketch): Sketched => ({
  tokens: new Map(tokens),
  tests: new Map(tests),
  places: new Set(places.flatMap(({ path, blocks }) => blocks.map((block) => `${block} ${path}`))),
  paths: new Set(places.map(({ path }) => path)),
});

/** Tokens in common over all tokens, each as often as it occurs; 0 if neither has any. */
const overlapOf = (one: Tokens, other: Tokens): number => {
  let [common, all] = [0, 0];
  for (const [token, count] of one) {
    const theirs = other.get(token) ?? 0;
    common += Math.min(count, theirs);
    all += Math.max(count, theirs);
  }
  for (const [token, count] of other) if (!one.has(token)) all += count;
  return all === 0 ? 0 : common / all;
};

export const tokenOverlap = (one: Sketched, other: Sketched): number => overlapOf(one.tokens, other.tokens);

/** Share of the tokens of `part` that `whole` has too. */
const tokensWithin = (part: Sketched, whole: Sketched): number => {
  let [common, all] = [0, 0];
  for (const [token, count] of part.tokens) {
    common += Math.min(count, whole.tokens.get(token) ?? 0);
    all += count;
  }
  return all === 0 ? 0 : common / all;
};

/** Whether `whole` is the change `part` plus changes to other files. */
export const contains = (whole: Sketched, part: Sketched): boolean =>
  part.places.size > 0 &&
  whole.paths.size > part.paths.size &&
  tokensWithin(part, whole) >= SAME_TOKENS &&
  [...part.places].every((place) => whole.places.has(place)) &&
  [...whole.places].every(
    (place) => part.places.has(place) || !part.paths.has(place.slice(place.indexOf(' ') + 1)),
  );

const placeOverlap = (one: Sketched, other: Sketched): number => {
  let common = 0;
  for (const place of one.places) if (other.places.has(place)) common += 1;
  const all = one.places.size + other.places.size - common;
  return all === 0 ? 0 : common / all;
};

/** Two authors may well write the same short test. */
const LEAST_TEST_TOKENS = 40;

const countIn = (tokens: Tokens): number => [...tokens.values()].reduce((sum, count) => sum + count, 0);

const sameTests = (one: Sketched, other: Sketched): boolean =>
  Math.min(countIn(one.tests), countIn(other.tests)) >= LEAST_TEST_TOKENS &&
  overlapOf(one.tests, other.tests) >= SAME_TOKENS;

/** So alike that one is probably a copy of the other, or that both bring a copy of the same tests. */
export const nearlySame = (one: Sketched, other: Sketched): boolean =>
  sameTests(one, other) || sameSource(one, other);

const sameSource = (one: Sketched, other: Sketched): boolean =>
  placeOverlap(one, other) >= SAME_PLACES &&
  ((one.tokens.size === 0 && other.tokens.size === 0) || tokenOverlap(one, other) >= SAME_TOKENS);
