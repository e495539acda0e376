import { measured, missing } from '../domain/measured.ts';
import type { BaselineFacts, RaceFacts } from '../domain/run/race-facts.ts';
import type { RacePolicy } from '../domain/policy/race-policy.ts';
import { judgeRace } from './judge-race.ts';

const NOTHING = missing('not-configured', 'the base is no candidate');

/** The base itself, handed in as a candidate, must never win: if it does, the rules are broken, and it is said. */
export const judgeNothing = (baseline: BaselineFacts, policy: RacePolicy): string[] => {
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
  const { winner } = judgeRace({ baseline, candidates: [base] }, policy);
  return winner === null ? [] : ['internal alarm: the unchanged base would win; do not trust this result'];
};
