import type { TestCounts } from '../domain/run/race-facts.ts';
import type { TestOutcome } from '../domain/check/test-report.ts';

/** A report without some tests, with its counts adjusted. A report without ids stays as it is. */
export const setTestsAside = (tests: TestCounts, aside: ReadonlySet<string>): TestCounts => {
  const { outcomes } = tests;
  if (outcomes === undefined || aside.size === 0) return tests;
  const kept: Record<string, TestOutcome> = Object.create(null);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const id of Object.keys(outcomes)) {
    if (aside.has(id)) continue;
    const outcome = outcomes[id] as TestOutcome;
    kept[id] = outcome;
    counts[outcome] += 1;
  }
  return { ...tests, ...counts, outcomes: kept };
};
