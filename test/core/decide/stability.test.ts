import { describe, expect, test } from 'vitest';
import { measureStability } from '../../../src/core/decide/stability.ts';
import type { Proof, Ranking } from '../../../src/core/domain/run/conclusion.ts';

const PROOF: Proof = {
  progress: 'shown',
  fixed: 1,
  proven: 0,
  passed_of_others: 0,
  failed_of_others: 0,
  churn: 1,
};
const ranking = (
  agent: string,
  breakdown: Record<string, number | null>,
  said: Partial<Ranking> = {},
): Ranking => ({
  agent,
  mergeable: true,
  total: 50,
  breakdown,
  gates: [],
  flags: [],
  reasons: {},
  weights: {},
  status: 'scored',
  proof: PROOF,
  ...said,
});
const EVEN = { tests: 0.5, lint: 0.5 };
const stability = (
  rankings: readonly Ranking[],
  weights: Record<string, number> = EVEN,
  tests: readonly string[] = [],
  without: (id: string) => string | null = () => 'a',
) => measureStability({ winner: 'a', rankings, weights }, tests, without);

describe('a winner', () => {
  test('that is better in everything holds under every variation', () => {
    expect(stability([ranking('a', { tests: 90, lint: 90 }), ranking('b', { tests: 80, lint: 80 })])).toEqual(
      {
        share: 1,
        weights: 1,
        dimensions: 1,
        tests: null,
        hinges: [],
      },
    );
  });

  test('a dimension without weight is not left out', () => {
    const field = [ranking('a', { tests: 100, lint: 60 }), ranking('b', { tests: 80, lint: 70 })];
    const result = stability(field, { ...EVEN, cost: 0 });
    expect(result.dimensions).toBe(0.5);
    expect(stability(field, { tests: 1, cost: 0 })).toMatchObject({ share: 1, dimensions: 1, hinges: [] });
  });

  test('weights are halved as well as doubled', () => {
    const field = [ranking('a', { tests: 100, lint: 0 }), ranking('b', { tests: 0, lint: 100 })];
    const [heavy, light] = [
      stability(field, { tests: 0.6, lint: 0.4 }),
      stability(field, { tests: 0.4, lint: 0.6 }),
    ];
    expect(heavy.weights).toBeGreaterThan(0.6);
    expect(light.weights).toBeLessThan(0.4);
  });

  test('ahead in one dimension only hinges on it', () => {
    const result = stability([ranking('a', { tests: 100, lint: 60 }), ranking('b', { tests: 80, lint: 70 })]);
    expect(result.dimensions).toBe(0.5);
    expect(result.hinges).toEqual(['tests']);
    expect(result.weights).toBeGreaterThan(0.5);
    expect(result.weights).toBeLessThan(1);
  });

  test('by a hair under even weights loses about half of the sweep, always the same half', () => {
    const field = [
      ranking('a', { tests: 100, lint: 0 }),
      ranking('b', { tests: 0, lint: 100 }, { agent: 'b' }),
    ];
    const result = stability(field);
    expect(result.weights).toBeGreaterThan(0.35);
    expect(result.weights).toBeLessThan(0.65);
    expect(stability(field)).toEqual(result);
  });

  test('better in a dimension of twice the weight holds under every weight between half and double: 200 samples', () => {
    const field = [ranking('a', { tests: 100, lint: 0 }), ranking('b', { tests: 0, lint: 100 })];
    expect(stability(field, { tests: 0.81, lint: 0.19 }).weights).toBe(1);
    expect(stability(field, { tests: 0.7, lint: 0.3 }).weights).toBeLessThan(1);
    // Shares are of 200 samples.
    expect((stability(field).weights * 200) % 1).toBeCloseTo(0, 9);
  });

  test('with a single dimension has none to leave out', () => {
    const result = stability([ranking('a', { tests: 90 }), ranking('b', { tests: 80 })], {
      tests: 1,
      lint: 0,
    });
    expect(result).toMatchObject({ dimensions: 1, hinges: [], share: 1 });
  });
});

describe('what comes before scores', () => {
  const better = ranking('b', { tests: 99, lint: 99 });
  const winner = ranking('a', { tests: 10, lint: 10 });

  test.each([
    ['not mergeable', { mergeable: false }],
    ['failing the proven test of another', { proof: { ...PROOF, failed_of_others: 1 } }],
    ['without progress', { proof: { ...PROOF, progress: 'none' as const } }],
    ['without a total', { total: null }],
  ])('one %s never wins, whatever the weights', (_, said) => {
    expect(stability([winner, { ...better, ...said }]).share).toBe(1);
    expect(stability([winner, better]).share).toBe(0);
  });

  test('claimed progress is progress', () => {
    expect(stability([winner, { ...better, proof: { ...PROOF, progress: 'claimed' } }]).share).toBe(0);
  });

  test('equal totals are decided by churn, with unknown churn last', () => {
    const level = (agent: string, churn: number | null) =>
      ranking(agent, { tests: 50, lint: 50 }, { proof: { ...PROOF, churn } });
    expect(stability([level('a', 2), level('b', 3)]).share).toBe(1);
    expect(stability([level('a', 3), level('b', 2)]).share).toBe(0);
    expect(stability([level('a', 9), level('b', null)]).share).toBe(1);
  });

  test('without proof a candidate fails no test of others', () => {
    const { proof: _, ...bare } = winner;
    expect(stability([bare, ranking('b', { tests: 1, lint: 1 })]).share).toBe(1);
  });

  test('an unknown score drops out of its own total alone', () => {
    expect(
      stability([ranking('a', { tests: 90, lint: null }), ranking('b', { tests: 80, lint: 80 })]).weights,
    ).toBe(1);
  });

  test('a dimension without a weight counts for nothing', () => {
    expect(
      stability([ranking('a', { tests: 90, other: 0 }), ranking('b', { tests: 80, other: 100 })]).weights,
    ).toBe(1);
  });
});

describe('tests', () => {
  const field = [ranking('a', { tests: 90, lint: 90 }), ranking('b', { tests: 80, lint: 80 })];

  test('are left out one by one', () => {
    const result = stability(field, EVEN, ['t', 'u', 'v', 'w'], (id) => (id === 'u' ? 'b' : 'a'));
    expect(result.tests).toBe(0.75);
    expect(result.hinges).toEqual(['u']);
    expect(result.share).toBeCloseTo((200 + 2 + 3) / 206, 12);
  });

  test('without which no candidate wins are hinges too', () => {
    expect(stability(field, EVEN, ['t'], () => null)).toMatchObject({ tests: 0, hinges: ['t'] });
  });

  test('five hinges are listed', () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7'];
    expect(stability(field, EVEN, ids, () => 'b').hinges).toEqual(['1', '2', '3', '4', '5']);
  });
});
