import { randomBits } from './random-bits.ts';

export type DrawnSubsets = {
  /** Of every draw, including the empty subset's 0. */
  readonly sums: Float64Array;
  /** Of the draws that are not empty, ascending. */
  readonly means: Float64Array;
};

/** One random bit decides whether a value is in a draw. */
export const drawSubsets = (values: Float64Array, draws: number, seed: number): DrawnSubsets => {
  const random = randomBits(seed);
  const sums = new Float64Array(draws);
  const means = new Float64Array(draws);
  let filled = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let size = 0;
    let word = 0;
    for (let at = 0; at < values.length; at += 1) {
      if ((at & 31) === 0) word = random.bits();
      if ((word & 1) === 1) {
        sum += values[at]!;
        size += 1;
      }
      word >>>= 1;
    }
    sums[draw] = sum;
    if (size > 0) means[filled++] = sum / size;
  }
  return { sums, means: means.subarray(0, filled).sort() };
};
