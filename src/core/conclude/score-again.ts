import type { RaceInput } from '../dimensions/race-input.ts';
import type { Captured } from '../domain/evidence/evidence.ts';
import { chooseAmong } from './choose.ts';
import { aloneIn, isEarlier, type RunPolicy, scoreCaptured } from './conclude.ts';
import { raceByWeights, raceInputs } from './score-race.ts';

export type ScoringInputs = ReadonlyMap<string, RaceInput>;

/** What the scores of each candidate are computed from. */
export const scoringInputs = (seen: Captured, policy: RunPolicy): ScoringInputs => {
  const { beliefs, field } = scoreCaptured(seen, policy);
  return raceInputs(field, policy, aloneIn(seen, beliefs));
};

/** Who wins under other weights, as `conclude` would say. What weights do not change is computed once. */
export const winnerByWeights = (
  seen: Captured,
  policy: RunPolicy,
): ((weights: RunPolicy['weights']) => string | null) => {
  const { captured, beliefs, field } = scoreCaptured(seen, policy);
  const scored = raceByWeights(field, policy, aloneIn(seen, beliefs));
  const byOrder = captured.controls === undefined || isEarlier(captured);
  const choose = byOrder ? null : chooseAmong(captured, beliefs, scored(policy.weights).rankings, policy);
  return (weights) => {
    const { winner, rankings } = scored(weights);
    if (choose === null) return winner;
    const { decision } = choose(rankings);
    return decision.kind === 'winner' ? (decision.candidates[0] ?? null) : null;
  };
};
