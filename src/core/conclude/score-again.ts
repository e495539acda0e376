import type { RaceInput } from '../dimensions/race-input.ts';
import type { Captured } from '../domain/evidence/evidence.ts';
import { type RunPolicy, weighCaptured } from './score-captured.ts';
import { raceInputs } from './score-race.ts';

export type ScoringInputs = ReadonlyMap<string, RaceInput>;

/** What the scores of each candidate are computed from. */
export const scoringInputs = (seen: Captured, policy: RunPolicy): ScoringInputs => {
  const { field, alone } = weighCaptured(seen, policy);
  return raceInputs(field, policy, alone);
};
