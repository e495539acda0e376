import { mapMeasured, missing, type Measured } from '../../domain/measured.ts';
import type { RaceInput } from './race-input.ts';

/** The benchmark's human_like, on the scale of a race. */
export const scoreHumanLike = ({
  candidate: { humanLike },
}: Pick<RaceInput, 'candidate'>): Measured<number> =>
  humanLike === undefined
    ? missing('not-configured', 'no reviewer was asked')
    : mapMeasured(humanLike, (share) => 100 * share);
