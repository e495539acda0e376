import { mapMeasured, missing, type Measured } from '../../domain/measured.ts';
import type { RaceInput } from './race-input.ts';

/** The benchmark's quality, on the scale of a race. */
export const scoreQuality = ({ candidate: { quality } }: Pick<RaceInput, 'candidate'>): Measured<number> =>
  quality === undefined
    ? missing('not-configured', 'quality was not looked at')
    : mapMeasured(quality, (share) => 100 * share);
