import { measured, missing, type Measured, valueOrNull } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import type { ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const inactive = (reason: string): Measured<number> => missing('not-configured', reason);

export const explainSpeed: ScoreExplanation = {
  formula: '100 × fastest_ms ÷ duration_ms, from 0 to 100; the fastest of those that pass every gate',
  inputs: ({ candidate: { durationMs }, leaders: { fastestMs } }) => [
    { name: 'duration_ms', value: valueOrNull(durationMs), of: 'candidate', note: 'the record of the agent' },
    { name: 'fastest_ms', value: valueOrNull(fastestMs), of: 'field', note: 'the records of the agents' },
  ],
};

export const scoreSpeed = ({
  candidate: { durationMs },
  leaders: { fastestMs },
  successful,
  policy,
}: Pick<RaceInput, 'candidate' | 'leaders' | 'successful' | 'policy'>): Measured<number> => {
  if (!successful && policy.speed_of_failed === 'drop')
    return inactive('the policy drops the speed of a candidate that failed a gate');
  if (!durationMs.known) return inactive(durationMs.reason);
  if (!(durationMs.value > 0)) return inactive('the duration is not positive');
  if (!fastestMs.known) return inactive(fastestMs.reason);
  return measured(clamp(100 * (fastestMs.value / durationMs.value), 0, 100));
};
