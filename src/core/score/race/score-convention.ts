import { mapMeasured, missing, type Measured } from '../../domain/measured.ts';
import type { RaceInput } from './race-input.ts';

/** The convention model's total, on the scale of a race. */
export const scoreConvention = ({
  candidate: { convention },
}: Pick<RaceInput, 'candidate'>): Measured<number> =>
  convention === undefined
    ? missing('not-configured', 'conventions were not looked at')
    : mapMeasured(convention, (share) => 100 * share);
