/** A stream of numbers that is the same for a seed on every machine: xoshiro128**, its state filled from the seed. */
export type RandomBits = {
  /** 32 bits as a non-negative number. */
  readonly bits: () => number;
  /** From 0 up to, not including, 1. */
  readonly unit: () => number;
  /** A whole number from 0 up to, not including, the bound. */
  readonly below: (bound: number) => number;
};

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** Neighbouring seeds give unrelated states. */
const scrambled = (seed: number): Int32Array => {
  let state = seed | 0;
  return Int32Array.from({ length: 4 }, () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  });
};

export const randomBits = (seed: number): RandomBits => {
  let [a = 1, b = 2, c = 3, d = 4] = scrambled(seed);
  const bits = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result >>> 0;
  };
  const unit = (): number => bits() / 2 ** 32;
  return { bits, unit, below: (bound) => Math.floor(unit() * bound) };
};
