import { round4 } from '../../math/round4.ts';

/** Keeps a p of 0.00001 from becoming 0. */
const PRECISE = new Set(['p', 'p_gain', 'p_loss', 'p_sign', 'adjusted_p']);
export const round8 = (value: number): number => Number(value.toFixed(8));

/** Every number of a document as JSON shows it. */
export const roundDeep = (value: unknown, name = ''): unknown => {
  if (typeof value === 'number') return PRECISE.has(name) ? round8(value) : round4(value);
  if (Array.isArray(value)) return value.map((entry) => roundDeep(entry, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, roundDeep(entry, key)]));
};
