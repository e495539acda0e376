import { measured, missing, type Measured } from '../domain/measured.ts';
import { mean } from './mean.ts';

/** Mean of the known values; a failure of the candidate counts 0, a failure of infrastructure makes the mean unknown. */
export const meanMeasured = (parts: readonly Measured<number>[], whenEmpty: string): Measured<number> => {
  const scores: number[] = [];
  const reasons: string[] = [];
  for (const part of parts) {
    if (part.known) scores.push(part.value);
    else if (part.cause === 'infrastructure') return part;
    else if (part.cause === 'candidate') scores.push(0);
    else reasons.push(part.reason);
  }
  const average = mean(scores);
  if (average !== null) return measured(average);
  return missing('not-configured', [...new Set(reasons)].join('; ') || whenEmpty);
};
