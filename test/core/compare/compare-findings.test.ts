import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../../src/core/domain/check/lint-report.ts';
import { compareFindings } from '../../../src/core/compare/compare-findings.ts';

const finding = (rule: string, file = 'a.js', severity: Finding['severity'] = 'error'): Finding => ({
  rule,
  severity,
  file,
  line: 1,
  message: `${rule} at 1:1`,
});
const counts = (findings: readonly Finding[]) => ({
  errors: findings.filter(({ severity }) => severity === 'error').length,
  warnings: findings.filter(({ severity }) => severity === 'warning').length,
  findings,
});
const none = new Map<string, string>();

test('fixing an old finding does not offset a new one', () => {
  const change = compareFindings(counts([finding('old')]), counts([finding('new')]), none);
  expect(change).toEqual({ newErrors: 1, newWarnings: 0, resolved: 1 });
});

test('a finding that only moved is the same one', () => {
  const moved = { ...finding('rule'), line: 90, message: 'rule at 90:7' };
  expect(compareFindings(counts([finding('rule')]), counts([moved]), none)).toEqual({
    newErrors: 0,
    newWarnings: 0,
    resolved: 0,
  });
});

test('a renamed file brings its findings along', () => {
  const change = compareFindings(
    counts([finding('rule', 'old.js')]),
    counts([finding('rule', 'new.js')]),
    new Map([['new.js', 'old.js']]),
  );
  expect(change).toEqual({ newErrors: 0, newWarnings: 0, resolved: 0 });
});

test('the second of two equal findings is new, and deleting code earns no more than its findings', () => {
  expect(compareFindings(counts([finding('r')]), counts([finding('r'), finding('r')]), none).newErrors).toBe(
    1,
  );
  expect(
    compareFindings(counts([finding('r'), finding('q', 'a.js', 'warning')]), counts([]), none).resolved,
  ).toBe(2);
});

test('counts alone are compared as documented', () => {
  const base = { errors: 2, warnings: 5 };
  expect(compareFindings(base, { errors: 3, warnings: 1 }, none)).toEqual({
    newErrors: 1,
    newWarnings: 0,
    resolved: 3,
  });
});

test('fingerprints never see fewer new findings than counts do', () => {
  const findings = fc.array(
    fc.record({
      rule: fc.constantFrom('a', 'b', 'c'),
      severity: fc.constantFrom('error' as const, 'warning' as const),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(findings, findings, (before, after) => {
      const [base, own] = [before, after].map((list) =>
        counts(list.map(({ rule, severity }) => finding(rule, 'a.js', severity))),
      ) as [ReturnType<typeof counts>, ReturnType<typeof counts>];
      const exact = compareFindings(base, own, none);
      const rough = compareFindings(
        { errors: base.errors, warnings: base.warnings },
        { errors: own.errors, warnings: own.warnings },
        none,
      );
      return (
        exact.newErrors >= rough.newErrors &&
        exact.newWarnings >= rough.newWarnings &&
        exact.resolved >= rough.resolved
      );
    }),
  );
});
