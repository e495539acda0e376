import { measured, missing, type Measured, valueOrNull } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import type { ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const inactive = (reason: string): Measured<number> => missing('not-configured', reason);

export const explainCost: ScoreExplanation = {
  formula: '100 × cheapest_usd ÷ usd, from 0 to 100; the cheapest of those that pass every gate',
  inputs: ({ candidate: { costUsd }, leaders: { cheapestUsd } }) => [
    { name: 'usd', value: valueOrNull(costUsd), of: 'candidate', note: 'the record of the agent' },
    { name: 'cheapest_usd', value: valueOrNull(cheapestUsd), of: 'field', note: 'the records of the agents' },
  ],
};

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
