import type { RaceInput } from '../dimensions/race-input.ts';
import type { Captured } from '../domain/evidence/evidence.ts';
import { choose } from './choose.ts';
import { aloneIn, isEarlier, type RunPolicy, scoreCaptured } from './conclude.ts';
import { raceInputs, scoreRace } from './score-race.ts';

/** What the scores of each candidate are computed from. */
export const scoringInputs = (seen: Captured, policy: RunPolicy): ReadonlyMap<string, RaceInput> => {
  const { beliefs, field } = scoreCaptured(seen, policy);
  return raceInputs(field, policy, aloneIn(seen, beliefs));
};

/** Who wins under other weights, as `conclude` would say. What weights do not change is computed once. */
export const winnerByWeights = (
  seen: Captured,
  policy: RunPolicy,
): ((weights: RunPolicy['weights']) => string | null) => {
  const { captured, beliefs, field } = scoreCaptured(seen, policy);
  const alone = aloneIn(seen, beliefs);
  return (weights) => {
    const { winner, rankings } = scoreRace(field, { ...policy, weights }, alone);
    if (captured.controls === undefined || isEarlier(captured)) return winner;
    const { decision } = choose(captured, beliefs, rankings, policy);
    return decision.kind === 'winner' ? (decision.candidates[0] ?? null) : null;
  };
};
