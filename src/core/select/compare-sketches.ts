import type { ChangeSketch } from '../domain/candidate/change-sketch.ts';

/** A sketch as sets, for many comparisons. */
export type Sketched = {
  readonly tokens: ReadonlyMap<string, number>;
  readonly places: ReadonlySet<string>;
};

export const readSketch = ({ tokens, places }: ChangeSketch): Sketched => ({
  tokens: new Map(tokens),
  places: new Set(places.flatMap(({ path, blocks }) => blocks.map((block) => `${block} ${path}`))),
});

/** Tokens in common over all tokens, each as often as it occurs; 0 if neither adds any. */
export const tokenOverlap = (one: Sketched, other: Sketched): number => {
  let [common, all] = [0, 0];
  for (const [token, count] of one.tokens) {
    const theirs = other.tokens.get(token) ?? 0;
    common += Math.min(count, theirs);
    all += Math.max(count, theirs);
  }
  for (const [token, count] of other.tokens) if (!one.tokens.has(token)) all += count;
  return all === 0 ? 0 : common / all;
};

const placeOverlap = (one: Sketched, other: Sketched): number => {
  let common = 0;
  for (const place of one.places) if (other.places.has(place)) common += 1;
  const all = one.places.size + other.places.size - common;
  return all === 0 ? 0 : common / all;
};

const SAME_TOKENS = 0.9;
const SAME_PLACES = 0.8;

/** So alike that one is probably a copy of the other. */
export const nearlySame = (one: Sketched, other: Sketched): boolean =>
  placeOverlap(one, other) >= SAME_PLACES &&
  ((one.tokens.size === 0 && other.tokens.size === 0) || tokenOverlap(one, other) >= SAME_TOKENS);
