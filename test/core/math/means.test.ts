import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clamp } from '../../../src/core/math/clamp.ts';
import { jaccard } from '../../../src/core/math/jaccard.ts';
import { mean } from '../../../src/core/math/mean.ts';
import { clearlyAbove, nearlyEqual } from '../../../src/core/math/nearly-equal.ts';
import { round4, roundAll } from '../../../src/core/math/round4.ts';
import { weightedMean } from '../../../src/core/math/weighted-mean.ts';

const score = fc.double({ min: 0, max: 100, noNaN: true });
const weight = fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true });
const part = fc.record({ score: fc.option(score, { nil: null }), weight });

describe('weightedMean', () => {
  test('leaves unknown values out of numerator and denominator alike', () => {
    const { mean: total, shares } = weightedMean([
      { score: 100, weight: 30 },
      { score: null, weight: 60 },
      { score: 50, weight: 10 },
    ]);
    expect(total).toBeCloseTo(87.5, 12);
    expect(shares).toEqual([0.75, 0, 0.25]);
  });

  test('is null if nothing is known or nothing has weight', () => {
    expect(weightedMean([]).mean).toBeNull();
    expect(weightedMean([{ score: null, weight: 3 }]).mean).toBeNull();
    expect(weightedMean([{ score: 80, weight: 0 }]).mean).toBeNull();
  });

  test('is between the smallest and the largest weighed score, for any weights', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { mean: total, shares } = weightedMean(parts);
        const weighed = parts.filter(({ score: s, weight: w }) => s !== null && w > 0);
        if (total === null) return weighed.length === 0;
        const scores = weighed.map(({ score: s }) => s ?? Number.NaN);
        const sum = shares.reduce((all, share) => all + share, 0);
        return (
          total >= Math.min(...scores) - 1e-9 &&
          total <= Math.max(...scores) + 1e-9 &&
          Math.abs(sum - 1) < 1e-9
        );
      }),
    );
  });

  test('renormalises: a part without a score is ignored', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const known = parts.filter(({ score: s }) => s !== null);
        const [all, some] = [weightedMean(parts).mean, weightedMean(known).mean];
        return all === some || Math.abs((all ?? Number.NaN) - (some ?? Number.NaN)) < 1e-9;
      }),
    );
  });

  test('does not depend on the scale of the weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ score, weight: fc.integer({ min: 1, max: 100 }) }), { minLength: 1 }),
        (parts) => {
          const scaled = parts.map(({ score: s, weight: w }) => ({ score: s, weight: w * 1000 }));
          return nearlyEqual(weightedMean(parts).mean ?? Number.NaN, weightedMean(scaled).mean ?? Number.NaN);
        },
      ),
    );
  });
});

describe('the small ones', () => {
  test.each([
    [-1, 0],
    [0.5, 0.5],
    [7, 1],
    [Infinity, 1],
  ])('clamp(%d, 0, 1) is %d', (value, expected) => expect(clamp(value, 0, 1)).toBe(expected));

  test('clamp does not hide a value that is not a number', () => expect(clamp(Number.NaN, 0, 1)).toBeNaN());

  test('the mean of nothing is unknown', () => {
    expect(mean([])).toBeNull();
    expect(mean([1, 2, 6])).toBeCloseTo(3, 12);
  });

  test('jaccard is the shared words over all words', () => {
    expect(jaccard(new Set(['a', 'b', 'x', 'y']), new Set(['a', 'b', 'c', 'd']))).toBeCloseTo(2 / 6, 12);
    expect(jaccard(new Set(), new Set())).toBeNull();
    expect(jaccard(new Set(['a']), new Set())).toBe(0);
  });

  test('jaccard is symmetric, 0..1, and 1 for the same set', () => {
    const words = fc.uniqueArray(fc.string(), { minLength: 1 }).map((list) => new Set(list));
    fc.assert(
      fc.property(words, words, (left, right) => {
        const value = jaccard(left, right) ?? -1;
        return value === jaccard(right, left) && value >= 0 && value <= 1 && jaccard(left, left) === 1;
      }),
    );
  });

  test('nearly equal is equal, and not clearly above', () => {
    expect(nearlyEqual(0.1 + 0.2, 0.3)).toBe(true);
    expect(nearlyEqual(1, 1 + 2e-9)).toBe(false);
    expect(nearlyEqual(Number.NaN, Number.NaN)).toBe(false);
    expect(clearlyAbove(0.65 - 0.6, 0.05)).toBe(false);
    expect(clearlyAbove(0.051, 0.05)).toBe(true);
    expect(clearlyAbove(0.04, 0.05)).toBe(false);
  });

  test('rounding is for output: 4 decimals, no negative zero, null stays null', () => {
    expect(round4(91.23456)).toBe(91.2346);
    expect(Object.is(round4(-0.000_01), 0)).toBe(true);
    expect(roundAll({ a: 1.000_04, b: null })).toEqual({ a: 1, b: null });
  });
});
