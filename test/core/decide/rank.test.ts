import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pickWinner, rank, type Rankable } from '../../../src/core/decide/rank.ts';

const entry = (agent: string, said: Partial<Rankable> = {}): Rankable => ({
  agent,
  mergeable: true,
  total: 50,
  churn: 10,
  ...said,
});
const order = (...field: Rankable[]) => rank(field).map(({ agent }) => agent);

describe('the order', () => {
  test.each([
    ['mergeable first', [entry('a', { mergeable: false, total: 99 }), entry('b', { total: 1 })], ['b', 'a']],
    ['then total', [entry('a', { total: 1 }), entry('b', { total: 2 })], ['b', 'a']],
    ['then less churn', [entry('a', { churn: 3 }), entry('b', { churn: 2 })], ['b', 'a']],
    [
      'source size before all else',
      [entry('a', { churn: 3, sourceChurn: 3 }), entry('b', { churn: 9, sourceChurn: 2 })],
      ['b', 'a'],
    ],
    [
      'the same source: a proven candidate comes before an unproven one, at whatever length',
      [entry('a', { churn: 3, sourceChurn: 3 }), entry('b', { churn: 9, sourceChurn: 3, bringsProof: true })],
      ['b', 'a'],
    ],
    [
      'proof comes before size',
      [entry('b', { churn: 9, sourceChurn: 4, bringsProof: true }), entry('a', { churn: 3, sourceChurn: 3 })],
      ['b', 'a'],
    ],
    [
      'then passing others’ claims, before size',
      [entry('a', { churn: 2, failsClaimsOf: 1 }), entry('b', { churn: 5 })],
      ['b', 'a'],
    ],
    [
      'then less of everything',
      [
        entry('a', { churn: 9, sourceChurn: 3, bringsProof: true }),
        entry('b', { churn: 8, sourceChurn: 3, bringsProof: true }),
      ],
      ['b', 'a'],
    ],
    ['then name', [entry('b'), entry('a'), entry('B')], ['B', 'a', 'b']],
    ['no total comes last', [entry('a', { total: null }), entry('b', { total: 0 })], ['b', 'a']],
    ['unknown churn comes last', [entry('a', { churn: null }), entry('b', { churn: 1e9 })], ['b', 'a']],
    [
      'equal to 1e-9 is equal',
      [entry('a', { total: 50 + 5e-10, churn: 3 }), entry('b', { churn: 2 })],
      ['b', 'a'],
    ],
    [
      'more than that is not',
      [entry('a', { total: 50 + 2e-9, churn: 3 }), entry('b', { churn: 2 })],
      ['a', 'b'],
    ],
    [
      'fewer failures of others’ proven tests come before every score',
      [entry('a', { failedOfOthers: 2, total: 99 }), entry('b', { failedOfOthers: 1, total: 1 }), entry('c')],
      ['c', 'b', 'a'],
    ],
    [
      'then who shows progress',
      [entry('a', { progress: false, total: 99 }), entry('b', { progress: true, total: 1 })],
      ['b', 'a'],
    ],
    [
      'failed tests of others weigh more than progress',
      [entry('a', { failedOfOthers: 1, progress: true }), entry('b', { progress: false })],
      ['b', 'a'],
    ],
    [
      'without this information a candidate is taken to have progress and to fail nothing',
      [entry('a', { progress: false }), entry('b'), entry('c', { failedOfOthers: 1 })],
      ['b', 'a', 'c'],
    ],
    [
      'among candidates that may not win, evidence orders nothing',
      [
        entry('a', { mergeable: false, failedOfOthers: 3, total: 9 }),
        entry('b', { mergeable: false, total: 8 }),
        entry('c', { mergeable: false, progress: false, total: 7 }),
      ],
      ['a', 'b', 'c'],
    ],
    [
      'less churn does not outweigh evidence if totals are equal',
      [entry('a', { failedOfOthers: 1, churn: 1 }), entry('b', { churn: 9 })],
      ['b', 'a'],
    ],
    [
      'without totals less churn decides',
      [entry('a', { total: null, churn: 3 }), entry('b', { total: null, churn: 2 })],
      ['b', 'a'],
    ],
    [
      'two with unknown churn are ordered by name, behind a known one',
      [entry('b', { churn: null }), entry('a', { churn: null }), entry('c', { churn: 5 })],
      ['c', 'a', 'b'],
    ],
    [
      'a total of 0 and no total are not level',
      [entry('a', { total: null, churn: 1 }), entry('b', { total: 0, churn: 9 })],
      ['b', 'a'],
    ],
  ])('%s', (_, field, expected) => {
    expect(order(...field)).toEqual(expected);
    expect(order(...field.toReversed())).toEqual(expected);
  });

  const near = fc.integer({ min: 0, max: 8 }).map((step) => 50 + step * 4e-10);
  const field = fc
    .array(
      fc.record({
        mergeable: fc.boolean(),
        total: fc.option(fc.oneof(near, fc.double({ min: 0, max: 100, noNaN: true })), { nil: null }),
        churn: fc.option(fc.nat(3), { nil: null }),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.map((said, index) => entry(`agent-${index}`, said)));

  test('does not depend on the order of arrival, even with chains of near-equal totals', () => {
    fc.assert(
      fc.property(
        field.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(order(...shuffled)).toEqual(order(...all));
        },
      ),
    );
  });

  test('drops no candidate and repeats none', () => {
    fc.assert(
      fc.property(field, (all) => {
        expect(order(...all).sort()).toEqual(all.map(({ agent }) => agent).sort());
      }),
    );
  });

  test('ranks no candidate behind one that is worse beyond rounding', () => {
    fc.assert(
      fc.property(field, (all) => {
        const ranked = rank(all);
        return ranked.every((first, index) =>
          ranked.slice(index + 1).every((later) => {
            if (first.mergeable !== later.mergeable) return first.mergeable;
            if (first.total === null || later.total === null) return later.total === null;
            return later.total <= first.total + 1e-9;
          }),
        );
      }),
    );
  });
});

describe('the winner', () => {
  test('is the first, if it may be merged', () => {
    expect(pickWinner(rank([entry('a'), entry('b', { total: 60 })]))).toBe('b');
    expect(pickWinner(rank([entry('a', { mergeable: false })]))).toBeNull();
    expect(pickWinner([])).toBeNull();
  });
});
