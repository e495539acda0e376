import { describe, expect, test } from 'vitest';
import { execOf } from '../../../src/core/conclude/exec-of-evidence.ts';
import { lintCounts, lintOf, typeFailure, typesOf } from '../../../src/core/conclude/findings-of-checks.ts';
import type { LintReport } from '../../../src/core/domain/check/lint-report.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { anEvidence, aTree } from '../../support/evidence-builders.ts';

const report = (errors: number, format = 'tsc'): LintReport => ({
  format,
  trust: 'low-trust',
  errors,
  warnings: 0,
  findings: Array.from({ length: errors }, (_, at) => ({
    rule: `TS${at}`,
    severity: 'error' as const,
    file: 'a.ts',
    line: at + 1,
    message: 'x',
  })),
});

describe('types', () => {
  const failure = (base: number, own: number) =>
    typeFailure(
      aTree({}, { types: measured(report(base)) }),
      anEvidence('a', {}, { types: measured(report(own)) }),
    );

  test('errors are new if the base has none; elsewhere they only cost points', () => {
    expect(failure(0, 2)).toBe('2 type errors, none on the base: TS0 in a.ts:1 and 1 more');
    expect(failure(0, 1)).toBe('1 type error, none on the base: TS0 in a.ts:1');
    expect(failure(1, 2)).toBeNull();
    expect(failure(0, 0)).toBeNull();
  });

  test('a checker that a candidate breaks has no result', () => {
    const broken = anEvidence('a', {}, { types: missing('candidate', 'tsc crashed') });
    expect(typeFailure(aTree({}, { types: measured(report(0)) }), broken)).toContain('tsc crashed');
    expect(typeFailure(aTree({}), anEvidence('a', {}))).toBeNull();
  });

  test('they count together with lint, or alone', () => {
    const both = aTree({}, { lint: measured(report(1, 'text')), types: measured(report(2)) });
    const counts = lintCounts(both, both.lint, typesOf(both));
    expect(counts.known && [counts.value.errors, counts.value.findings?.length]).toEqual([3, 3]);
    const alone = aTree({}, { types: measured(report(2)) });
    expect(lintCounts(alone, alone.lint, typesOf(alone))).toMatchObject({ value: { errors: 2 } });
  });

  test('type_errors is a number only if something was measured', () => {
    const exec = (base: Partial<ReturnType<typeof aTree>>, own: object = base) =>
      execOf(aTree({}, base), anEvidence('a', {}, own), new Set());
    expect(exec({}).type_errors).toMatchObject({ known: false, cause: 'not-configured' });
    expect(exec({ lint: measured(report(0, 'eslint-json')) }).type_errors.known).toBe(false);
    expect(exec({ lint: measured(report(0)) }).type_errors).toEqual(measured(0));
    expect(exec({ types: measured(report(0)) }, { types: measured(report(1)) }).type_errors).toEqual(
      measured(1),
    );
  });
});

test('a linter that was readable on the base and unreadable here is broken, not one finding', () => {
  const unread = report(1, 'exit-code');
  const lint = (base: LintReport) =>
    lintOf(aTree({}, { lint: measured(base) }), anEvidence('a', {}, { lint: measured(unread) }));
  expect(lint(report(3, 'text'))).toMatchObject({ known: false, cause: 'candidate' });
  expect(lint(report(0, 'exit-code'))).toEqual(measured(unread));
});
