import type { ExperimentRecord } from '../domain/experiment-record.ts';
import { round4 } from '../math/round4.ts';

/** A p of 0.00001 is not 0. */
const PRECISE = new Set(['p', 'p_gain', 'p_loss', 'adjusted_p']);
const round8 = (value: number): number => Number(value.toFixed(8));

const rounded = (value: unknown, name = ''): unknown => {
  if (typeof value === 'number') return PRECISE.has(name) ? round8(value) : round4(value);
  if (Array.isArray(value)) return value.map((entry) => rounded(entry, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rounded(entry, key)]));
};

/** The record as it is printed: numbers that were computed carry 4 decimals, what was measured stays as it is. */
export const toExperimentContract = (record: ExperimentRecord): ExperimentRecord => ({
  ...record,
  verdicts: rounded(record.verdicts) as ExperimentRecord['verdicts'],
  ranking: rounded(record.ranking) as ExperimentRecord['ranking'],
});
