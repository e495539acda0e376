/** Sums of the same numbers in another order differ by less than this. */
export const TOLERANCE = 1e-9;

export const nearlyEqual = (left: number, right: number, tolerance: number = TOLERANCE): boolean =>
  left === right || Math.abs(left - right) <= tolerance;

/** Strictly above, by more than rounding can explain. */
export const clearlyAbove = (value: number, limit: number, tolerance: number = TOLERANCE): boolean =>
  value > limit && !nearlyEqual(value, limit, tolerance);
