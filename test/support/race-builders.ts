import { measured, missing } from '../../src/core/domain/measured.ts';
import type { BaselineFacts, DiffSize, RaceFacts, TestCounts } from '../../src/core/domain/run/race-facts.ts';
import { RacePolicy } from '../../src/core/domain/policy/race-policy.ts';
import type { TestOutcome } from '../../src/core/domain/check/test-report.ts';

export const unsaid = missing('not-configured', 'not said');

/** Everything is unknown unless set. */
export const aBaseline = (overrides: Partial<BaselineFacts> = {}): BaselineFacts => ({
  build: unsaid,
  tests: unsaid,
  lint: unsaid,
  ...overrides,
});

export const aCandidate = (overrides: Partial<RaceFacts> = {}): RaceFacts => ({
  ...aBaseline(),
  agent: 'someone',
  status: unsaid,
  durationMs: unsaid,
  costUsd: unsaid,
  diff: unsaid,
  security: unsaid,
  flags: [],
  ...overrides,
});

/** A candidate that passes every gate, as far as a baseline with nothing configured goes. */
export const aSoundCandidate = (overrides: Partial<RaceFacts> = {}): RaceFacts =>
  aCandidate({ status: measured('completed'), diff: aDiff({ added: 1 }), ...overrides });

export const aDiff = (overrides: Partial<DiffSize> = {}) =>
  measured<DiffSize>({ added: 0, removed: 0, files: [{ path: 'src/a.ts' }], effect: true, ...overrides });

export const builds = (passed: boolean) => measured({ passed });
export const lints = (errors: number, warnings: number) => measured({ errors, warnings });
export const counts = (passed: number, failed: number) =>
  measured<TestCounts>({ passed, failed, skipped: 0 });
export const outcomes = (byId: Record<string, TestOutcome>) =>
  measured<TestCounts>({ passed: 0, failed: 0, skipped: 0, outcomes: byId });

export const aPolicy = (overrides: unknown = {}): RacePolicy => RacePolicy.parse(overrides);
