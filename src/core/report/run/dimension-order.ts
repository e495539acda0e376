import { DIMENSIONS } from '../../dimensions/dimensions.ts';

/** Stored records come back sorted by key; reports and the contract use the documented order. */
const PLACES: ReadonlyMap<string, number> = new Map(DIMENSIONS.map(({ key }, at) => [key, at]));

const placeOf = (dimension: string): number => PLACES.get(dimension) ?? PLACES.size;

export const byDimension = (left: string, right: string): number => placeOf(left) - placeOf(right);

export const inOrder = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => byDimension(left, right)));
