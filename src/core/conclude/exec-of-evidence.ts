import { setTestsAside } from '../decide/set-tests-aside.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Evidence } from '../domain/evidence/evidence.ts';
import type { Finding, LintReport } from '../domain/check/lint-report.ts';
import { mapMeasured, type Measured, measured, missing } from '../domain/measured.ts';
import { withHiddenFindings } from './hidden-findings.ts';
import { newFindings } from '../math/compare-findings.ts';
import { pairMeasured } from '../math/pair-measured.ts';

const TYPE_CHECKERS = new Set(['tsc', 'mypy']);
const TYPE_RULE = /^TS\d{1,6}$/;

/** Results of a candidate's checks, as the convention model reads them. */
export type ExecEvidence = {
  readonly lint_errors: Measured<number>;
  readonly type_errors: Measured<number>;
  readonly tests_passed: Measured<number>;
  readonly tests_failed: Measured<number>;
  /** Findings that the base does not have. */
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
};

type Found = Pick<ExecEvidence, 'lint_errors' | 'type_errors' | 'findings' | 'notes'>;

const isTyped = ({ format }: LintReport): boolean => TYPE_CHECKERS.has(format);

/** Only errors that the base does not have: touching an old file does not make a candidate responsible for it. */
const compared = (base: LintReport, own: LintReport, evidence: Evidence): Found => {
  const renamed = evidence.diff.known ? evidence.diff.value.files : [];
  const oldNames = new Map(
    renamed.flatMap(({ path, oldPath }) => (oldPath === undefined ? [] : [[path, oldPath] as const])),
  );
  const findings = newFindings(base.findings, own.findings, oldNames);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const types = errors.filter(({ rule }) => isTyped(own) || TYPE_RULE.test(rule)).length;
  return {
    lint_errors: measured(errors.length - types),
    type_errors: measured(types),
    findings,
    notes: isTyped(own) ? ['no linter besides the type check: it has nothing to find'] : [],
  };
};

const findingsOf = (baseline: TreeEvidence, evidence: Evidence): Found => {
  const own = mapMeasured(evidence.lint, (report) => withHiddenFindings(report, evidence.flags));
  const pair = pairMeasured(baseline.lint, own);
  if (pair.known) return compared(pair.value.base, pair.value.own, evidence);
  const none = { lint_errors: measured(0), type_errors: measured(0), findings: [] };
  if (pair.cause === 'not-configured')
    return { ...none, notes: [`no lint or type check, so there is nothing to find: ${pair.reason}`] };
  return baseline.lint.known && isTyped(baseline.lint.value)
    ? { ...none, type_errors: pair, notes: [] }
    : { ...none, lint_errors: pair, notes: [] };
};

const NONE_RAN = { passed: 0, failed: 0 };

/** Tests that ran on the base and have no result here did not run: they count as none passed. */
const testsOf = (
  baseline: TreeEvidence,
  evidence: Evidence,
  aside: ReadonlySet<string>,
): Measured<{ readonly passed: number; readonly failed: number }> => {
  const { tests } = evidence;
  if (tests.known) return measured(setTestsAside(tests.value, aside));
  if (tests.cause === 'infrastructure') return tests;
  return baseline.tests.known ? measured(NONE_RAN) : missing('not-configured', tests.reason);
};

export const execOf = (
  baseline: TreeEvidence,
  evidence: Evidence,
  aside: ReadonlySet<string>,
): ExecEvidence => {
  const tests = testsOf(baseline, evidence, aside);
  return {
    ...findingsOf(baseline, evidence),
    tests_passed: mapMeasured(tests, ({ passed }) => passed),
    tests_failed: mapMeasured(tests, ({ failed }) => failed),
  };
};
