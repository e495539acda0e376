import type { CheckOf } from '../domain/experiment/objective-check.ts';
import type { ReportDocument } from '../domain/check/output-parser.ts';
import { findTestParser } from '../parse/tests/registry.ts';
import type { CheckResult } from './check-files.ts';

/** How a command of a check ended; `exitCode` null: it did not exit by itself, and `ended` gives the reason. */
export type CommandEnd = {
  readonly exitCode: number | null;
  readonly ended: string;
  readonly documents: readonly ReportDocument[];
  readonly root: string;
};

export const checkCommand = (
  { exit_code }: CheckOf<'command'>,
  { exitCode, ended }: CommandEnd,
): CheckResult => ({
  passed: exitCode === exit_code,
  reason: exitCode === null ? ended : `exit code ${exitCode}, expected ${exit_code}`,
});

/** A suite passes if it exits with 0, no test fails and enough pass: an exit code alone proves nothing. */
export const checkTestSuite = (
  { format, min_passed }: CheckOf<'test_suite'>,
  { exitCode, ended, documents, root }: CommandEnd,
): CheckResult => {
  if (exitCode === null) return { passed: false, reason: ended };
  const parser = findTestParser(format);
  if (parser === undefined) return { passed: false, reason: `no format is called ${format}` };
  const report = parser.parse({ documents, exitCode, root });
  if (!report.known) return { passed: false, reason: report.reason };
  const { passed, failed } = report.value;
  return {
    passed: exitCode === 0 && failed === 0 && passed >= min_passed,
    reason: `${passed} tests passed, ${failed} failed, exit code ${exitCode}`,
  };
};
