import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passChances } from '../../../../src/core/math/statistics/pass-at-k.ts';
import { signTest } from '../../../../src/core/math/statistics/sign-test.ts';
import { studentQuantile } from '../../../../src/core/math/statistics/student.ts';
import { taskInterval } from '../../../../src/core/math/statistics/task-interval.ts';

type Tables = {
  readonly student: readonly [number, number, number][];
  readonly intervals: readonly [number[], number, number][];
  readonly passes: readonly [number, number, number, number, number][];
  readonly signs: readonly [number, number, number][];
  readonly coverage: readonly { readonly t: number; readonly bootstrap: number; readonly wilson: number }[];
};

const tables = JSON.parse(
  readFileSync(new URL('../../../fixtures/statistics/leaderboard-tables.json', import.meta.url), 'utf8'),
) as Tables;

describe('agreement with scipy and plain counting', () => {
  test('of Student’s distribution', () => {
    expect(tables.student.length).toBeGreaterThan(50);
    for (const [share, freedom, value] of tables.student)
      expect(studentQuantile(share, freedom) / (value || 1)).toBeCloseTo(value === 0 ? 0 : 1, 8);
  });

  test('of shares and degrees of freedom that do not exist', () => {
    for (const [share, freedom] of [
      [1, 3],
      [0.4, 3],
      [0.9, 0],
      [0.9, 1.5],
      [Number.NaN, 2],
    ] as const)
      expect(studentQuantile(share, freedom)).toBeNaN();
    expect(studentQuantile(0.975, 10_000_000)).toBeCloseTo(1.959964, 5);
  });

  test('of the interval of a mean of task means', () => {
    expect(tables.intervals.length).toBeGreaterThan(12);
    for (const [means, low, high] of tables.intervals) {
      const interval = taskInterval(means, 0.95);
      expect(interval?.low).toBeCloseTo(low, 9);
      expect(interval?.high).toBeCloseTo(high, 9);
    }
  });

  test('of its coverage: never a point below the nominal one, when others miss by tens', () => {
    for (const { wilson } of tables.coverage) expect(wilson).toBeGreaterThan(0.94);
    expect(Math.min(...tables.coverage.map(({ t }) => t))).toBeLessThan(0.5);
    expect(Math.min(...tables.coverage.map(({ bootstrap }) => bootstrap))).toBeLessThan(0.5);
  });

  test('of every draw of k runs', () => {
    expect(tables.passes.length).toBeGreaterThan(25);
    for (const [runs, solved, k, any, all] of tables.passes) {
      const chances = passChances(runs, solved, runs)[k - 1];
      expect(chances?.any).toBeCloseTo(any, 12);
      expect(chances?.all).toBeCloseTo(all, 12);
    }
  });

  test('of the sign test', () => {
    for (const [left, right, p] of tables.signs) expect(signTest(left, right)).toBeCloseTo(p, 10);
    expect(signTest(0, 0)).toBeNull();
    expect(signTest(600, 500)).toBeCloseTo(0.0028, 3);
  });
});

describe('the interval of task means', () => {
  test('does not exist for one task or none', () => {
    expect(taskInterval([], 0.95)).toBeNull();
    expect(taskInterval([0.5], 0.95)).toBeNull();
  });

  test('contains its mean and stays inside 0..1', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(shares, (means) => {
        const interval = taskInterval(means, 0.95)!;
        const centre = means.reduce((sum, value) => sum + value, 0) / means.length;
        return (
          interval.low >= 0 &&
          interval.high <= 1 &&
          interval.low <= centre + 1e-12 &&
          interval.high >= centre - 1e-12
        );
      }),
    );
  });

  test('equal values are not certainty', () => {
    const perfect = taskInterval([1, 1, 1, 1, 1, 1], 0.95)!;
    expect(perfect.high).toBe(1);
    expect(perfect.low).toBeLessThan(0.6);
  });
});

describe('pass@k by hand', () => {
  test('two of five solved', () => {
    // C(3,1)/C(5,1) = 3/5, C(3,2)/C(5,2) = 3/10, C(3,3)/C(5,3) = 1/10; C(2,1)/5 = 2/5, C(2,2)/10 = 1/10.
    const chances = passChances(5, 2, 5);
    expect(chances.map(({ any }) => Number(any.toFixed(12)))).toEqual([0.4, 0.7, 0.9, 1, 1]);
    expect(chances.map(({ all }) => Number(all.toFixed(12)))).toEqual([0.4, 0.1, 0, 0, 0]);
  });

  test('never more draws than runs', () => {
    expect(passChances(2, 1, 10)).toHaveLength(2);
    expect(passChances(0, 0, 3)).toEqual([]);
  });

  test('more draws help one and hurt all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(40), (runs, wanted) => {
        const chances = passChances(runs, Math.min(runs, wanted), runs);
        return chances.every(({ any, all }, at) => {
          const before = chances[at - 1];
          return (
            all <= any + 1e-12 &&
            (before === undefined || (any >= before.any - 1e-12 && all <= before.all + 1e-12))
          );
        });
      }),
    );
  });
});
