import { measured, missing } from '../../src/core/domain/measured.ts';
import type { BaselineFacts, DiffSize, RaceFacts, TestCounts } from '../../src/core/domain/run/race-facts.ts';
import { RacePolicy } from '../../src/core/domain/policy/race-policy.ts';
import type { TestOutcome } from '../../src/core/domain/check/test-report.ts';

export const unsaid = missing('not-configured', 'not said');

/** Everything is unknown unless set. */
export const aBaseline = (said: Partial<BaselineFacts> = {}): BaselineFacts => ({
  build: unsaid,
  tests: unsaid,
  lint: unsaid,
  ...said,
});

export const aCandidate = (said: Partial<RaceFacts> = {}): RaceFacts => ({
  ...aBaseline(),
  agent: 'someone',
  status: unsaid,
  durationMs: unsaid,
  costUsd: unsaid,
  diff: unsaid,
  security: unsaid,
  flags: [],
  ...said,
});

/** A candidate that passes every gate, as far as a baseline with nothing configured goes. */
export const aSoundCandidate = (said: Partial<RaceFacts> = {}): RaceFacts =>
  aCandidate({ status: measured('completed'), diff: aDiff({ added: 1 }), ...said });

export const aDiff = (said: Partial<DiffSize> = {}) =>
  measured<DiffSize>({ added: 0, removed: 0, files: [{ path: 'src/a.ts' }], effect: true, ...said });

export const builds = (passed: boolean) => measured({ passed });
export const lints = (errors: number, warnings: number) => measured({ errors, warnings });
export const counts = (passed: number, failed: number) =>
  measured<TestCounts>({ passed, failed, skipped: 0 });
export const outcomes = (byId: Record<string, TestOutcome>) =>
  measured<TestCounts>({ passed: 0, failed: 0, skipped: 0, outcomes: byId });

export const aPolicy = (said: unknown = {}): RacePolicy => RacePolicy.parse(said);
