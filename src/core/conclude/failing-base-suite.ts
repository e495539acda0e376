import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { mapMeasured, measured } from '../domain/measured.ts';
import type { TestOutcome, TestReport } from '../domain/check/test-report.ts';

/** Stands for the whole suite if the base cannot start it, as when tests were written before the code. */
const SUITE = '(the whole test command)';

const reportOf = ({ tests }: Evidence): TestReport | null =>
  tests.known && Object.keys(tests.value.outcomes ?? {}).length > 0 ? tests.value : null;

const withSuite = (report: TestReport): TestReport => {
  const outcome = report.failed === 0 && report.passed > 0 ? 'passed' : 'failed';
  const outcomes = Object.assign(Object.create(null) as Record<string, TestOutcome>, report.outcomes);
  outcomes[SUITE] = outcome;
  return { ...report, outcomes, [outcome]: report[outcome] + 1 };
};

/**
 * Tests that do not compile on the base but run with a candidate count as a suite that fails on the base.
 * If they run with no candidate, nothing is known of them, and no candidate is blamed.
 */
export const withFailingBaseSuite = (captured: Captured): Captured => {
  const { baseline, evidence, notes } = captured;
  if (baseline.tests.known || baseline.tests.cause !== 'not-configured') return captured;
  const report = evidence.map(reportOf).find((found) => found !== null);
  if (report === undefined || report === null) return captured;
  const { format, trust } = report;
  const tests = measured<TestReport>({
    format,
    trust,
    passed: 0,
    failed: 1,
    skipped: 0,
    outcomes: { [SUITE]: 'failed' },
  });
  const note = `the base's tests do not run (${baseline.tests.reason}): that they run with a candidate, and that all of them pass, counts as progress; regressions cannot be seen`;
  return {
    ...captured,
    baseline: { ...baseline, tests },
    evidence: evidence.map((one) => ({ ...one, tests: mapMeasured(one.tests, withSuite) })),
    notes: [...notes, note],
  };
};
