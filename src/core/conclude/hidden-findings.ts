import type { Flag } from '../domain/flags/flag.ts';
import type { Finding, LintReport } from '../domain/check/lint-report.ts';

const HIDES_FINDING = new Set(['suppression-added', 'suppression-usual', 'suppression-blanket']);

/** Counted as an error: suppressing a finding must never be cheaper than leaving it. */
const findingOf = ({ file, line, sentence }: Flag): Finding => ({
  rule: 'suppressed',
  severity: 'error',
  file: file ?? '',
  line: line ?? 0,
  message: sentence,
});

/** Each new suppression counts as the finding that it hides. */
export const withHiddenFindings = (report: LintReport, flags: readonly Flag[]): LintReport => {
  const hidden = flags
    .filter(({ id, rule }) => HIDES_FINDING.has(id) && rule !== 'coverage-suppression')
    .map(findingOf);
  if (hidden.length === 0) return report;
  return { ...report, errors: report.errors + hidden.length, findings: [...report.findings, ...hidden] };
};
