import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fisherDrop } from '../../../../src/core/math/statistics/fisher-exact.ts';
import { holm, holmOverTestable } from '../../../../src/core/math/statistics/holm.ts';
import { mannWhitneyDrop } from '../../../../src/core/math/statistics/mann-whitney.ts';
import { shareDifference } from '../../../../src/core/math/statistics/share-difference.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });

describe('Holm', () => {
  test('multiplies by the number left, never out of order', () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
    for (const [at, p] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[at]).toBeCloseTo(p, 12);
  });

  test('never lowers a p, and keeps their order', () => {
    fc.assert(
      fc.property(fc.array(chance), (values) => {
        const adjusted = holm(values);
        return values.every(
          (p, at) =>
            adjusted[at]! >= p &&
            adjusted[at]! <= 1 &&
            values.every((other, against) => !(p < other) || adjusted[at]! <= adjusted[against]!),
        );
      }),
    );
  });

  test('leaves out hypotheses that could never be significant', () => {
    const broken = fisherDrop({ passed: 5, total: 5 }, { passed: 0, total: 5 });
    const idle = fisherDrop({ passed: 5, total: 5 }, { passed: 5, total: 5 });
    expect(idle).toEqual({ p: 1, least: 1 });
    const tests = [broken, ...Array.from({ length: 19 }, () => idle)];
    expect(holm(tests.map(({ p }) => p))[0]).toBeGreaterThan(0.05);
    expect(holmOverTestable(tests, 0.05)[0]).toBeCloseTo(1 / 252, 12);
  });

  test('over the testable is never milder than each p', () => {
    const pair = fc.tuple(chance, chance).map(([a, b]) => ({ p: Math.max(a, b), least: Math.min(a, b) }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 30 }), (tests) =>
        holmOverTestable(tests, 0.05).every((adjusted, at) => adjusted >= tests[at]!.p),
      ),
    );
  });
});

describe('the exact tests', () => {
  test('agree if outcomes are binary', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1), { minLength: 1, maxLength: 9 }),
        fc.array(fc.nat(1), { minLength: 1, maxLength: 9 }),
        (first, second) => {
          const passed = (list: number[]) => ({
            passed: list.filter((one) => one === 1).length,
            total: list.length,
          });
          const [fisher, ranks] = [fisherDrop(passed(first), passed(second)), mannWhitneyDrop(first, second)];
          expect(ranks.p).toBeCloseTo(fisher.p, 10);
          expect(ranks.least).toBeCloseTo(fisher.least, 10);
        },
      ),
    );
  });

  test('refuse values that cannot be counted', () => {
    expect(() => fisherDrop({ passed: 2, total: 1 }, { passed: 0, total: 1 })).toThrow(RangeError);
    expect(() => fisherDrop({ passed: 0.5, total: 1 }, { passed: 0, total: 1 })).toThrow(RangeError);
    expect(mannWhitneyDrop([], [1])).toEqual({ p: 1, least: 1 });
  });
});

test('the interval of one task contains its delta and stays wide if trials are few', () => {
  fc.assert(
    fc.property(chance, chance, fc.integer({ min: 1, max: 50 }), (before, after, count) => {
      const { low, high } = shareDifference({ mean: before, count }, { mean: after, count }, 0.95);
      return low <= after - before && after - before <= high && low >= -1 - 1e-9 && high <= 1 + 1e-9;
    }),
  );
  const sure = shareDifference({ mean: 1, count: 5 }, { mean: 1, count: 5 }, 0.95);
  expect(sure.high).toBeGreaterThan(0.4);
});
