import { measured, missing, type Measured } from '../domain/measured.ts';

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Sum of squared differences over all ordered pairs, computed around the mean to keep precision. */
const disagreement = (values: readonly number[]): number =>
  2 * values.length * total(values.map((value) => value ** 2)) - 2 * total(values) ** 2;

/**
 * Agreement of raters about units on an interval scale: 1 is perfect, 0 is chance, below 0 is worse than chance.
 * One list per unit, null if a rater gave no value; units with fewer than two values do not count.
 */
export const krippendorffAlpha = (units: readonly (readonly (number | null)[])[]): Measured<number> => {
  const rated = units
    .map((unit) => unit.filter((value) => value !== null && Number.isFinite(value)) as number[])
    .filter((unit) => unit.length > 1);
  const all = rated.flat();
  if (rated.length < 2) return missing('not-configured', 'fewer than two units have two votes each');
  const middle = total(all) / all.length;
  const centred = rated.map((unit) => unit.map((value) => value - middle));
  const expected = disagreement(centred.flat()) / (all.length * (all.length - 1));
  const observed = total(centred.map((unit) => disagreement(unit) / (unit.length - 1))) / all.length;
  if (new Set(all).size < 2)
    return missing('not-configured', 'all votes are the same, which chance would do too');
  return measured(1 - observed / expected);
};
