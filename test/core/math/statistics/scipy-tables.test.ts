import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fisherDrop } from '../../../../src/core/math/statistics/fisher-exact.ts';
import { mannWhitneyDrop } from '../../../../src/core/math/statistics/mann-whitney.ts';
import { normalCdf, normalQuantile } from '../../../../src/core/math/statistics/normal.ts';
import { signFlip } from '../../../../src/core/math/statistics/sign-flip.ts';

type Tables = {
  readonly fisher: readonly [number, number, number, number, number][];
  readonly mannWhitney: readonly [number[], number[], number][];
  readonly mannWhitneyLarge: readonly [number[], number[], number][];
  readonly signFlip: readonly [number[], number, number][];
  readonly normal: readonly [number, number][];
};

const tables = JSON.parse(
  readFileSync(new URL('../../../fixtures/statistics/scipy-tables.json', import.meta.url), 'utf8'),
) as Tables;

describe('agreement with scipy', () => {
  test('of Fisher’s exact test', () => {
    expect(tables.fisher.length).toBeGreaterThan(50);
    for (const [a, first, b, second, p] of tables.fisher)
      expect(fisherDrop({ passed: a, total: first }, { passed: b, total: second }).p).toBeCloseTo(p, 10);
  });

  test('of Mann and Whitney’s test, ties and all', () => {
    expect(tables.mannWhitney.length).toBeGreaterThan(15);
    for (const [first, second, p] of tables.mannWhitney)
      expect(mannWhitneyDrop(first, second).p).toBeCloseTo(p, 10);
  });

  test('of its approximation for many values', () => {
    for (const [first, second, p] of tables.mannWhitneyLarge)
      expect(mannWhitneyDrop(first, second).p).toBeCloseTo(p, 8);
  });

  test('of every sign pattern', () => {
    expect(tables.signFlip.length).toBeGreaterThan(20);
    for (const [deltas, greater, less] of tables.signFlip) {
      const result = signFlip(deltas);
      expect(result?.method).toBe('exact');
      expect(result?.pGain).toBeCloseTo(greater, 10);
      expect(result?.pLoss).toBeCloseTo(less, 10);
    }
  });

  test('of the normal distribution, both ways', () => {
    for (const [x, share] of tables.normal) {
      expect(normalCdf(x)).toBeCloseTo(share, 12);
      if (share > 1e-9 && share < 1 - 1e-9) expect(normalQuantile(share)).toBeCloseTo(x, 6);
    }
  });
});
