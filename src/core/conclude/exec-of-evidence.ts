import { setTestsAside } from '../decide/set-tests-aside.ts';
import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Finding, LintReport } from '../domain/check/lint-report.ts';
import { mapMeasured, type Measured, measured, missing } from '../domain/measured.ts';
import { lintOf, typesOf } from './findings-of-checks.ts';
import { newFindings, oldNamesOf } from '../compare/compare-findings.ts';
import { type Pair, pairMeasured } from '../math/pair-measured.ts';

const TYPE_CHECKERS = new Set(['tsc', 'mypy', 'pyright-json']);
const TYPE_RULE = /^TS\d{1,6}$/;

/** A candidate's check results in the form that the convention model reads. */
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

/** Only findings that the base does not have: touching an old file does not make a candidate responsible for it. */
const newIn = ({ base, own }: Pair<LintReport>, { diff }: Evidence): readonly Finding[] =>
  newFindings(base.findings, own.findings, oldNamesOf(diff.known ? diff.value.files : []));

const countErrors = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length;

/** A lint command may be a type checker, or contain one. */
const typesAmong = (found: readonly Finding[], lint: LintReport): readonly Finding[] =>
  found.filter(({ rule }) => isTyped(lint) || TYPE_RULE.test(rule));

const NO_LINTER = missing('not-configured', 'the lint command only checks types');

const findingsOf = (baseline: TreeEvidence, evidence: Evidence): Found => {
  const lint = pairMeasured(baseline.lint, lintOf(baseline, evidence));
  const types = pairMeasured(typesOf(baseline), typesOf(evidence));
  const inLint = lint.known ? newIn(lint.value, evidence) : [];
  const typedInLint = lint.known ? typesAmong(inLint, lint.value.own) : [];
  const inTypes = types.known ? newIn(types.value, evidence) : [];
  const typedLint = baseline.lint.known && isTyped(baseline.lint.value);
  const measuredInLint = lint.known && (typedLint || typedInLint.length > 0);
  const type_errors =
    types.known || (measuredInLint && types.cause === 'not-configured')
      ? measured(countErrors(inTypes) + countErrors(typedInLint))
      : typedLint && !lint.known
        ? lint
        : types;
  return {
    lint_errors: mapMeasured(
      typedLint ? NO_LINTER : lint,
      () => countErrors(inLint) - countErrors(typedInLint),
    ),
    type_errors,
    findings: [...inLint, ...inTypes],
    notes: [],
  };
};

const NONE_RAN = { passed: 0, failed: 0 };

/** Tests that ran on the base and have no result here did not run: they count as not passed. */
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
