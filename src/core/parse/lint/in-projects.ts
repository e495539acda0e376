import type { LintReport } from '../../domain/check/lint-report.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import { pathIn } from '../../domain/source/path-parts.ts';
import type { ReadPart } from '../several-parts.ts';

export const findingsInFolder = (report: LintReport, folder: string): LintReport => ({
  ...report,
  findings: report.findings.map((finding) => ({ ...finding, file: pathIn(folder, finding.file) })),
});

const joined = (reports: readonly LintReport[]): LintReport => ({
  format: reports.map(({ format }) => format).join(', '),
  trust: reports.every(({ trust }) => trust === 'structured') ? 'structured' : 'low-trust',
  errors: reports.reduce((sum, { errors }) => sum + errors, 0),
  warnings: reports.reduce((sum, { warnings }) => sum + warnings, 0),
  findings: reports.flatMap(({ findings }) => findings),
});

/** The findings of all projects, or the reason why one of them cannot be read: a partial result is not a result. */
export const joinFindings = (parts: readonly ReadPart<LintReport>[]): Measured<LintReport> => {
  const reports: LintReport[] = [];
  for (const { folder, read } of parts) {
    if (read === null) return missing('candidate', `the linter left nothing in ${folder || 'the root'}`);
    if (!read.known) return read;
    reports.push(read.value);
  }
  return measured(joined(reports));
};
