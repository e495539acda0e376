import type { TestChange } from '../domain/candidate/test-change.ts';
import type { Measured } from '../domain/measured.ts';
import type { RaceRules } from '../domain/policy/race-rules.ts';
import type { BaselineFacts, RaceFacts } from '../domain/run/race-facts.ts';

/** The best of those that passed every gate: what speed and cost are relative to. */
export type Leaders = {
  readonly fastestMs: Measured<number>;
  readonly cheapestUsd: Measured<number>;
};

/** Everything that the score of one candidate may depend on. */
export type RaceInput = {
  readonly candidate: RaceFacts;
  readonly baseline: BaselineFacts;
  readonly tests: Measured<TestChange>;
  readonly leaders: Leaders;
  /** No gate failed. */
  readonly successful: boolean;
  readonly policy: RaceRules;
};
