import { testExit } from '../decide/raise-run-flags.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { mapMeasured, measured, type Measured } from '../domain/measured.ts';
import {
  isByExitCode,
  type TestOutcome,
  type TestReport,
  WHOLE_COMMAND,
} from '../domain/check/test-report.ts';

const reportOf = ({ tests }: Pick<Evidence, 'tests'>): TestReport | null =>
  tests.known && Object.keys(tests.value.outcomes ?? {}).length > 0 ? tests.value : null;

/** Copies of the control fail on purpose, so their exit code says nothing. */
const exitOf = (one: Evidence): number | null =>
  (one.control?.failed.length ?? 0) > 0 ? null : testExit(one);

const withSuite = (report: TestReport, exit: number | null): TestReport => {
  if (Object.hasOwn(report.outcomes ?? {}, WHOLE_COMMAND)) return report;
  const outcome = report.failed === 0 && report.passed > 0 && (exit ?? 0) === 0 ? 'passed' : 'failed';
  const outcomes = Object.assign(Object.create(null) as Record<string, TestOutcome>, report.outcomes);
  outcomes[WHOLE_COMMAND] = outcome;
  return { ...report, outcomes, [outcome]: report[outcome] + 1 };
};

const byExitCode = (exit: number): TestReport => ({
  format: 'exit-code',
  trust: 'low-trust',
  passed: exit === 0 ? 1 : 0,
  failed: exit === 0 ? 0 : 1,
  skipped: 0,
  outcomes: { [WHOLE_COMMAND]: exit === 0 ? 'passed' : 'failed' },
});

/** Adds the whole command as a test; a tree without a report is represented by its exit code, like the base. */
const suiteOf = (one: Evidence): Measured<TestReport> => {
  const exit = exitOf(one);
  if (one.tests.known) return mapMeasured(one.tests, (report) => withSuite(report, exit));
  return exit === null || one.tests.cause !== 'candidate' ? one.tests : measured(byExitCode(exit));
};

const noteOn = (reason: string): string =>
  `the base's tests do not run (${reason}): if they run with a candidate and all pass, that counts as progress; regressions cannot be seen`;

/**
 * Tests that do not compile on the base but run with a candidate count as a suite that fails on the base.
 * If they run with no candidate either, nothing is known about them, and no candidate is blamed.
 */
export const withFailingBaseSuite = (captured: Captured): Captured => {
  const { baseline, evidence, notes } = captured;
  const { tests } = baseline;
  if (tests.known ? !isByExitCode(tests.value) : tests.cause !== 'not-configured') return captured;
  const report = evidence.map(reportOf).find((found) => found !== null && !isByExitCode(found));
  if (tests.known && (tests.value.failed === 0 || report === undefined || report === null))
    return { ...captured, evidence: evidence.map((one) => ({ ...one, tests: suiteOf(one) })) };
  if (report === undefined || report === null) return captured;
  const { format, trust } = report;
  const failing: TestReport = { ...byExitCode(1), format, trust };
  const reason = tests.known ? `exit code ${testExit(baseline)} without a report` : tests.reason;
  return {
    ...captured,
    baseline: { ...baseline, tests: measured(failing) },
    evidence: evidence.map((one) => ({ ...one, tests: suiteOf(one) })),
    notes: [...notes, noteOn(reason)],
  };
};
