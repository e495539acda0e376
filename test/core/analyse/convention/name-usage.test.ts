import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameUsage } from '../../../../src/core/analyse/convention/name-usage.ts';
import { scoreIdentifierMatch } from '../../../../src/core/score/convention/score-identifier-match.ts';
import { measured } from '../../../../src/core/domain/measured.ts';

const AROUND = [
  'customerId',
  'orderId',
  'loadOrder',
  'saveOrder',
  'orderTotal',
  'customerName',
  'taxRate',
  'lineItem',
];
const LOCAL = {
  around: AROUND,
  isKnown: (name: string) => name === 'knownElsewhere',
  naming: [
    {
      language: 'script',
      kind: 'variable',
      style: 'camelCase' as const,
      confidence: 0.98,
      names: 200,
      counts: {},
    },
  ],
};
const declared = (name: string) => ({ name, kind: 'script variable' });
const scoreOf = (...identifiers: { name: string; kind: string }[]): number | null => {
  const usage = [...nameUsage(identifiers, LOCAL)];
  const facts = {
    identifiers: measured(identifiers),
    glossary: measured([]),
    casing: measured(new Map()),
    usage,
  };
  const score = scoreIdentifierMatch(facts);
  return score.known ? score.value : null;
};

test("the repository's own names score 1, however common they are", () => {
  expect(scoreOf(declared('orderTotal'))).toBe(1);
  expect(scoreOf(declared('taxRate'), declared('knownElsewhere'))).toBe(1);
});

test('a new name scores by its style and its words', () => {
  const native = scoreOf(declared('customerTotal'))!;
  const foreignStyle = scoreOf(declared('customer_total'))!;
  const foreignWords = scoreOf(declared('fooBarBaz'))!;
  expect(native).toBe(1);
  expect(foreignStyle).toBeLessThan(0.5);
  expect(foreignWords).toBeGreaterThan(foreignStyle);
  expect(foreignWords).toBeLessThan(native);
});

test('names that are merely used weigh less, and foreign names not at all', () => {
  const used = { name: 'orderId', kind: 'reference' };
  expect(scoreOf(declared('a_wrong_one'), used)).toBeLessThan(0.5);
  expect(scoreOf({ name: 'toISOString', kind: 'reference' })).toBeNull();
});

test('one more native name never lowers the score, one more foreign name never raises it', () => {
  const names = fc.array(fc.constantFrom('orderId', 'order_id', 'fooBar', 'customerRate', 'x_y'), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(names, (list) => {
      const ids = list.map(declared);
      const score = scoreOf(...ids)!;
      return (
        scoreOf(...ids, declared('loadOrder'))! >= score - 1e-12 &&
        scoreOf(...ids, declared('zzz_qqq'))! <= score + 1e-12
      );
    }),
  );
});
