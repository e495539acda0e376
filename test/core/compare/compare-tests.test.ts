import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TestCounts } from '../../../src/core/domain/run/race-facts.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import { compareTests, indexBaselineTests } from '../../../src/core/compare/compare-tests.ts';

const byCount = (passed: number, failed: number): TestCounts => ({ passed, failed, skipped: 0 });
const byId = (outcomes: Record<string, TestOutcome>): TestCounts => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  outcomes,
});
const compare = (base: TestCounts, own: TestCounts) => compareTests(indexBaselineTests(base), own);

describe('by id', () => {
  test('breaking one and adding one does not cancel out', () => {
    const change = compare(
      byId({ a: 'passed', b: 'passed' }),
      byId({ a: 'passed', b: 'failed', c: 'passed' }),
    );
    expect(change).toMatchObject({
      regressed: 1,
      dropped: 0,
      added: 1,
      passed: 2,
      ran: 3,
      regressedIds: ['b'],
    });
  });

  test('a deleted test and a newly skipped one are both dropped, and both regress', () => {
    const change = compare(
      byId({ a: 'passed', b: 'passed', c: 'failed' }),
      byId({ a: 'skipped', c: 'failed' }),
    );
    expect(change).toMatchObject({ regressed: 2, dropped: 2, added: 0, droppedIds: ['a', 'b'] });
  });

  test('a test that the base skips is known: running it is not a new test', () => {
    const change = compare(byId({ a: 'skipped' }), byId({ a: 'passed' }));
    expect(change).toMatchObject({ basePassed: 0, passed: 1, ran: 1, added: 0, dropped: 0, regressed: 0 });
  });

  test('lists only the first five', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const change = compare(byId(Object.fromEntries(ids.map((id) => [id, 'passed']))), byId({}));
    expect(change.regressed).toBe(12);
    expect(change.regressedIds).toEqual(['t0', 't1', 't2', 't3', 't4']);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'an id called %s is just an id',
    (id) => {
      const named = JSON.parse(`{"${id}": "passed"}`) as Record<string, TestOutcome>;
      expect(compare(byId(named), byId({}))).toMatchObject({
        basePassed: 1,
        regressed: 1,
        dropped: 1,
        regressedIds: [id],
      });
      expect(compare(byId(named), byId(named))).toMatchObject({
        regressed: 0,
        dropped: 0,
        added: 0,
        passed: 1,
      });
      expect(compare(byId({}), byId(named))).toMatchObject({ added: 1, passed: 1 });
    },
  );

  test('agrees with counting sets', () => {
    const outcomes = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      fc.constantFrom<TestOutcome>('passed', 'failed', 'skipped'),
    );
    fc.assert(
      fc.property(outcomes, outcomes, (base, own) => {
        const change = compare(byId(base), byId(own));
        const ran = (all: Record<string, TestOutcome>) =>
          Object.keys(all).filter((id) => all[id] !== 'skipped');
        const passed = (all: Record<string, TestOutcome>) =>
          Object.keys(all).filter((id) => all[id] === 'passed');
        expect(change).toMatchObject({
          basePassed: passed(base).length,
          passed: passed(own).length,
          ran: ran(own).length,
          regressed: passed(base).filter((id) => own[id] !== 'passed').length,
          dropped: ran(base).filter((id) => !ran(own).includes(id)).length,
          added: ran(own).filter((id) => !(id in base)).length,
        });
      }),
    );
  });
});

describe('by count', () => {
  test.each([
    ['the same', byCount(5, 1), byCount(5, 1), { regressed: 0, dropped: 0, added: 0 }],
    ['fewer', byCount(5, 1), byCount(3, 1), { regressed: 2, dropped: 2, added: 0 }],
    ['more', byCount(5, 1), byCount(9, 0), { regressed: 0, dropped: 0, added: 3 }],
    [
      'ids on the base only',
      { ...byId({ a: 'passed' }), passed: 5 },
      byCount(4, 0),
      { regressed: 1, dropped: 1 },
    ],
    [
      'ids on the candidate only',
      byCount(2, 0),
      { ...byId({ a: 'passed' }), passed: 2 },
      { regressed: 0, passed: 2 },
    ],
  ])('%s', (_, base, own, expected) => expect(compare(base, own)).toMatchObject(expected));
});
