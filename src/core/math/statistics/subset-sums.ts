/** All sums of subsets in ascending order: each value merges the list with a shifted copy of itself. */
const sortedSums = (values: Float64Array): Float64Array => {
  let sums: Float64Array = new Float64Array(1);
  for (const value of values) sums = mergeShifted(sums, value);
  return sums;
};

const mergeShifted = (sums: Float64Array, by: number): Float64Array => {
  const merged = new Float64Array(sums.length * 2);
  let still = 0;
  let moved = 0;
  for (let at = 0; at < merged.length; at += 1) {
    const left = still < sums.length ? sums[still]! : Infinity;
    const right = moved < sums.length ? sums[moved]! + by : Infinity;
    if (left <= right) {
      merged[at] = left;
      still += 1;
    } else {
      merged[at] = right;
      moved += 1;
    }
  }
  return merged;
};

/**
 * How many of all 2^n subsets sum to at most a limit. Two halves of 2^(n/2) sums each meet in the middle,
 * so a million sign patterns cost two thousand additions.
 */
export const countSubsetsUpTo = (values: Float64Array, limit: number): number => {
  const half = values.length >> 1;
  const left = sortedSums(values.subarray(0, half));
  const right = sortedSums(values.subarray(half));
  let count = 0;
  let above = right.length;
  for (const sum of left) {
    while (above > 0 && sum + right[above - 1]! > limit) above -= 1;
    count += above;
  }
  return count;
};
