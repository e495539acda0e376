import { EXIT_CODE, type Finding, type LintReport } from '../domain/check/lint-report.ts';
import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Flag } from '../domain/flags/flag.ts';
import { mapMeasured, type Measured, measured, missing } from '../domain/measured.ts';
import type { LintCounts } from '../domain/run/race-facts.ts';
import { pairMeasured } from '../math/pair-measured.ts';

const NO_TYPE_CHECK = missing('not-configured', 'there is no type check');

export const typesOf = ({ types }: Pick<TreeEvidence, 'types'>): Measured<LintReport> =>
  types ?? NO_TYPE_CHECK;

/** A linter whose output is readable on the base and not here was broken: one finding would be too cheap. */
const unlessBroken = (base: LintReport, own: LintReport): Measured<LintReport> =>
  own.format === EXIT_CODE && own.errors > 0 && base.findings.length > 0 && base.format !== EXIT_CODE
    ? missing('candidate', 'the lint command fails, and its output can no longer be read')
    : measured(own);

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
const withHiddenFindings = (report: LintReport, flags: readonly Flag[]): LintReport => {
  const hidden = flags
    .filter(({ id, rule }) => HIDES_FINDING.has(id) && rule !== 'coverage-suppression')
    .map(findingOf);
  if (hidden.length === 0) return report;
  return { ...report, errors: report.errors + hidden.length, findings: [...report.findings, ...hidden] };
};

/** A candidate's lint report, with the findings that its new suppressions hide. */
export const lintOf = (baseline: TreeEvidence, { lint, flags }: Evidence): Measured<LintReport> => {
  const pair = pairMeasured(baseline.lint, lint);
  const own = pair.known ? unlessBroken(pair.value.base, pair.value.own) : lint;
  return mapMeasured(own, (report) => withHiddenFindings(report, flags));
};

const both = (lint: LintReport, types: LintReport): LintCounts => ({
  errors: lint.errors + types.errors,
  warnings: lint.warnings + types.warnings,
  findings: [...lint.findings, ...types.findings],
});

/** Findings of the linter and the type checker together; a tool that the base does not have is not expected. */
export const lintCounts = (
  baseline: Pick<TreeEvidence, 'lint' | 'types'>,
  lint: Measured<LintReport>,
  types: Measured<LintReport>,
): Measured<LintCounts> => {
  if (!typesOf(baseline).known) return lint;
  if (!baseline.lint.known) return types;
  if (!lint.known) return lint;
  return mapMeasured(types, (checked) => both(lint.value, checked));
};

/** Why a candidate's types block a merge; null if they do not. A base with errors is not clean anyway. */
export const typeFailure = (baseline: TreeEvidence, evidence: Evidence): string | null => {
  const pair = pairMeasured(typesOf(baseline), typesOf(evidence));
  if (!pair.known)
    return pair.cause === 'not-configured' ? null : `no result of the type check: ${pair.reason}`;
  const { base, own } = pair.value;
  if (base.errors > 0 || own.errors === 0) return null;
  const first = own.findings.find(({ severity }) => severity === 'error');
  const place =
    first === undefined || first.file === '' ? '' : `: ${first.rule} in ${first.file}:${first.line}`;
  const [errors, more] = [own.errors === 1 ? 'type error' : 'type errors', own.errors - 1];
  return `${own.errors} ${errors}, none on the base${place}${place !== '' && more > 0 ? ` and ${more} more` : ''}`;
};
