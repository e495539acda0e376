import type { ExperimentRecord } from '../../domain/experiment/experiment-record.ts';
import { roundDeep as rounded } from '../text/round-deep.ts';
import { settlingStep } from './settling-step.ts';

/** The record as printed, with what settles each verdict. Computed numbers have 4 decimals, measured ones all. */
export const toExperimentContract = (record: ExperimentRecord): ExperimentRecord => ({
  ...record,
  verdicts: rounded(
    record.verdicts.map((verdict) => ({ ...verdict, settle: settlingStep(record, verdict) })),
  ) as ExperimentRecord['verdicts'],
  ranking: rounded(record.ranking) as ExperimentRecord['ranking'],
});
