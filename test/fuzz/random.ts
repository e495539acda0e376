/** Seeded and small: the same seed gives the same cases on every machine. */
export type Random = {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number in [0, limit). */
  readonly below: (limit: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly chance: (share: number) => boolean;
};

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)]!,
    chance: (share) => next() < share,
  };
};

/** Each case has its own seed, so that it can be reproduced without those before it. */
export const seedOf = (seed: number, text: string, at: number): number => {
  let hash = (seed ^ Math.imul(at + 1, 0x9e3779b1)) >>> 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
};
