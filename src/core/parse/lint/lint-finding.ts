import type { Finding, LintReport } from '../../domain/check/lint-report.ts';
import type { Measured, Missing } from '../../domain/measured.ts';
import { measured, missing } from '../../domain/measured.ts';
import type { Trust } from '../../domain/check/test-report.ts';
import { relativeFile } from './relative-file.ts';

/** A message is shown, never searched: a longer one only bloats the evidence. */
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 4096;

/** Half a surrogate pair is not valid text; canonical JSON rejects it. */
const wellFormed = (text: string, longest: number): string =>
  text.slice(0, longest).replaceAll(/\p{Surrogate}/gu, '\uFFFD');

export type ReportedFinding = {
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly file: string;
  readonly line: number | string | null | undefined;
  readonly message: string;
};

const lineNumber = (line: ReportedFinding['line']): number => {
  const number = Number(line ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
};

/** A finding as a tool reports it, with its place made relative to the workspace. */
export const toFinding = (reported: ReportedFinding, root: string): Finding => ({
  rule: wellFormed(reported.rule, LONGEST_NAME),
  severity: reported.severity,
  file: wellFormed(relativeFile(reported.file, root), LONGEST_NAME),
  line: lineNumber(reported.line),
  message: wellFormed(reported.message, LONGEST_MESSAGE),
});

export type ReportedLint = {
  readonly format: string;
  readonly tool: string;
  readonly trust: Trust;
  readonly exitCode: number | null;
  readonly findings: readonly Finding[];
};

/** Fail closed: a tool that exits with an error and shows none has not been understood. */
export const concludeLint = (reported: ReportedLint): Measured<LintReport> => {
  const { format, tool, trust, exitCode, findings } = reported;
  if (findings.length === 0 && exitCode !== 0 && exitCode !== null) {
    return missing('candidate', `${tool} printed no findings but exited ${exitCode}`);
  }
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  return measured({ format, trust, errors, warnings: findings.length - errors, findings: [...findings] });
};

/** Line-by-line output does not show whether it is complete: only an exit code does. */
export const stoppedEarly = (tool: string): Missing =>
  missing('candidate', `${tool} was stopped before it ended`);
