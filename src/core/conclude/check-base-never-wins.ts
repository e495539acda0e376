import { measured, missing } from '../domain/measured.ts';
import type { BaselineFacts, RaceFacts } from '../domain/run/race-facts.ts';
import type { RacePolicy } from '../domain/policy/race-policy.ts';
import { scoreRace } from './score-race.ts';

const NOTHING = missing('not-configured', 'the base is not a candidate');

/** The unchanged base must never win as a candidate: if it does, the rules are broken, and the result says so. */
export const checkBaseNeverWins = (baseline: BaselineFacts, policy: RacePolicy): string[] => {
  const base: RaceFacts = {
    ...baseline,
    agent: 'base',
    status: measured('completed'),
    durationMs: NOTHING,
    costUsd: NOTHING,
    diff: measured({ added: 0, removed: 0, files: [], effect: false }),
    security: NOTHING,
    flags: [],
  };
  const { winner } = scoreRace({ baseline, candidates: [base] }, policy);
  return winner === null ? [] : ['internal alarm: the unchanged base would win; do not trust this result'];
};
