import { describe, expect, test } from 'vitest';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { checkHiddenTests } from '../../../src/core/objective/check-hidden-tests.ts';

const TESTS = { fail_to_pass: ['a', '__proto__'], pass_to_pass: ['k1', 'k2'] };
const cell = (passed: string[], failed: string[] = [], skipped: string[] = []) =>
  measured({ passed, failed, skipped });
const both = (seen: ReturnType<typeof cell> | ReturnType<typeof missing>) => ({
  fail_to_pass: seen,
  pass_to_pass: seen,
});

describe('hidden tests as checks', () => {
  test('one for each test to be fixed; a test that did not run has not passed', () => {
    expect(checkHiddenTests(TESTS, both(cell(['a', '__proto__', 'k1', 'k2'])))).toEqual(
      measured([
        { name: 'a', passed: true, reason: 'passes' },
        { name: '__proto__', passed: true, reason: 'passes' },
      ]),
    );
    expect(checkHiddenTests(TESTS, both(cell(['k1', 'k2'], ['a'], ['__proto__'])))).toEqual(
      measured([
        { name: 'a', passed: false, reason: 'the test fails' },
        { name: '__proto__', passed: false, reason: 'no test of this name ran to its end' },
      ]),
    );
  });

  test('a change that breaks passing tests fixes nothing', () => {
    const seen = checkHiddenTests(TESTS, both(cell(['a', '__proto__', 'k1'], ['k2'])));
    const reason = 'what passed before does not: k2';
    expect(seen).toEqual(measured(['a', '__proto__'].map((name) => ({ name, passed: false, reason }))));
  });

  test('a command is one check, and an empty list requires nothing', () => {
    const tests = { fail_to_pass: { command: 'x' }, pass_to_pass: [] };
    const cells = { fail_to_pass: cell(['hidden']), pass_to_pass: missing('infrastructure', 'not run') };
    expect(checkHiddenTests(tests, cells)).toEqual(
      measured([{ name: 'fail_to_pass', passed: true, reason: 'passes' }]),
    );
    expect(checkHiddenTests(tests, { ...cells, fail_to_pass: cell([], ['hidden']) })).toMatchObject({
      value: [{ passed: false }],
    });
  });

  test('consequences of the change fail; anything else is not a verdict', () => {
    expect(checkHiddenTests(TESTS, both(missing('candidate', 'it does not build')))).toEqual(
      measured(TESTS.fail_to_pass.map((name) => ({ name, passed: false, reason: 'it does not build' }))),
    );
    for (const cause of ['infrastructure', 'not-configured'] as const) {
      const lost = missing(cause, 'no sandbox');
      expect(checkHiddenTests(TESTS, both(lost))).toEqual(lost);
      const cells = { fail_to_pass: cell(['a', '__proto__']), pass_to_pass: lost };
      expect(checkHiddenTests(TESTS, cells)).toEqual(lost);
    }
  });
});
