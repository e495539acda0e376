import { measured, missing, type Measured } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import type { RaceInput } from '../race-input.ts';

const inactive = (reason: string): Measured<number> => missing('not-configured', reason);

export const scoreCost = ({
  candidate: { costUsd },
  leaders: { cheapestUsd },
  successful,
  policy,
}: Pick<RaceInput, 'candidate' | 'leaders' | 'successful' | 'policy'>): Measured<number> => {
  if (!cheapestUsd.known) return inactive(cheapestUsd.reason);
  if (!successful && policy.speed_of_failed === 'drop')
    return inactive('the policy drops the cost of a candidate that failed a gate');
  if (!costUsd.known) return inactive(costUsd.reason);
  if (costUsd.value <= cheapestUsd.value) return measured(100);
  return measured(clamp(100 * (cheapestUsd.value / costUsd.value), 0, 100));
};
