import type { ExperimentRecord } from '../../domain/experiment/experiment-record.ts';
import { roundDeep as rounded } from '../text/round-deep.ts';

/** The record as it is printed: numbers that were computed carry 4 decimals, what was measured stays as it is. */
export const toExperimentContract = (record: ExperimentRecord): ExperimentRecord => ({
  ...record,
  verdicts: rounded(record.verdicts) as ExperimentRecord['verdicts'],
  ranking: rounded(record.ranking) as ExperimentRecord['ranking'],
});
