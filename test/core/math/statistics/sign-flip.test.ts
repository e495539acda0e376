import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signFlip } from '../../../../src/core/math/statistics/sign-flip.ts';

const delta = fc.integer({ min: -20, max: 20 }).map((steps) => steps / 20);
const deltas = (most: number) => fc.array(delta, { minLength: 1, maxLength: most });

/** All patterns one by one, following the definition of the test. */
const naive = (values: readonly number[]): number => {
  const observed = values.reduce((sum, value) => sum + value, 0);
  let count = 0;
  for (let pattern = 0; pattern < 2 ** values.length; pattern += 1) {
    const sum = values.reduce(
      (total, value, at) => total + (((pattern >> at) & 1) === 1 ? -value : value),
      0,
    );
    if (sum >= observed - 1e-9) count += 1;
  }
  return count / 2 ** values.length;
};

describe('sign flips', () => {
  test('count every pattern', () => {
    fc.assert(
      fc.property(deltas(9), (values) => {
        const result = signFlip(values)!;
        expect(result.pGain).toBeCloseTo(naive(values), 12);
        expect(result.pLoss).toBeCloseTo(naive(values.map((value) => -value)), 12);
      }),
    );
  });

  test('give bounds at which the test just stops rejecting', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 12 }),
        (values) => {
          const { interval } = signFlip(values)!;
          const against = (centre: number): number => naive(values.map((value) => value - centre));
          expect(against(interval.low! + 1e-7)).toBeGreaterThan(0.025);
          if (interval.low! - 1e-7 > Math.min(...values))
            expect(against(interval.low! - 1e-7)).toBeLessThanOrEqual(0.025);
          expect(interval.high!).toBeGreaterThanOrEqual(interval.low! - 1e-9);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('mirror: the other direction is the other sign', () => {
    fc.assert(
      fc.property(deltas(20), (values) => {
        const [one, other] = [signFlip(values)!, signFlip(values.map((value) => -value))!];
        expect(other.pGain).toBe(one.pLoss);
        if (one.interval.low === null) expect(other.interval.high).toBeNull();
        else expect(other.interval.high).toBeCloseTo(-one.interval.low, 9);
      }),
      { numRuns: 30 },
    );
  });

  test('need six deltas for a bound of 95 %', () => {
    expect(signFlip([1, 1, 1, 1, 1])!.interval).toEqual({ low: null, high: null });
    expect(signFlip([1, 1, 1, 1, 1, 1])!.interval).toEqual({ low: 1, high: 1 });
  });

  test('beyond twenty deltas are drawn, the same for a seed, and near the exact result', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => ((at * 7) % 11) / 10 - 0.35);
    const exact = signFlip(twenty)!;
    // A delta of 0 changes no pattern's sum.
    const drawn = signFlip([...twenty, 0], { seed: 3 })!;
    expect([exact.method, drawn.method]).toEqual(['exact', 'sampled']);
    expect(drawn.pGain).toBeCloseTo(exact.pGain, 2);
    expect(drawn.interval.low).toBeCloseTo(exact.interval.low!, 1);
    expect(signFlip([...twenty, 0], { seed: 3 })).toEqual(drawn);
    expect(signFlip([...twenty, 0], { seed: 4 })).not.toEqual(drawn);
  });

  test('without deltas, or with one that is not a number, there is nothing to test', () => {
    expect(signFlip([])).toBeNull();
    expect(signFlip([0.1, Number.NaN])).toBeNull();
    expect(signFlip([0, 0, 0, 0, 0, 0])).toMatchObject({ pGain: 1, pLoss: 1, interval: { low: 0 } });
  });
});
