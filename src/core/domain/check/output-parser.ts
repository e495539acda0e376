import type { LintReport } from './lint-report.ts';
import type { Measured } from '../measured.ts';
import type { TestReport } from './test-report.ts';

export type ReportDocument = { readonly name: string; readonly text: string };

/** What a check left behind, as a parser sees it. Untrusted: a candidate's code may have written it. */
export type RawReport = {
  readonly documents: readonly ReportDocument[];
  readonly exitCode: number | null;
  /** The workspace's absolute path inside the sandbox; parsers strip it from file names. */
  readonly root: string;
};

/** A tool's output → facts. Total: any text gives a report or a reason, never an exception. */
export type TestParser = {
  readonly id: string;
  parse(report: RawReport): Measured<TestReport>;
};

export type LintParser = {
  readonly id: string;
  parse(report: RawReport): Measured<LintReport>;
};
