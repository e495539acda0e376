import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CostMetrics } from '../../../../src/core/domain/experiment/experiment-facts.ts';
import { composite } from '../../../../src/core/score/experiment/composite.ts';
import { costAdjustment } from '../../../../src/core/score/experiment/cost-adjustment.ts';

describe('costAdjustment', () => {
  test.each<[string, CostMetrics, CostMetrics, number]>([
    ['the same', { tokens: 5 }, { tokens: 5 }, 0],
    ['half the tokens', { tokens: 50 }, { tokens: 100 }, 0.05],
    ['free', { tokens: 0 }, { tokens: 100 }, 0.1],
    ['twice as expensive', { tokens: 200 }, { tokens: 100 }, -0.1],
    ['never below the cap', { tokens: 1e9 }, { tokens: 1 }, -0.1],
    ['the mean of the ratios', { tokens: 50, steps: 10 }, { tokens: 100, steps: 10 }, 0.025],
    ['a signal on one side only', { tokens: 50, usd: 9 }, { tokens: 100, steps: 3 }, 0.05],
    ['a baseline of 0 gives no adjustment', { tokens: 50 }, { tokens: 0 }, 0],
    ['null is unknown', { tokens: null }, { tokens: 3 }, 0],
    ['nothing at all', {}, {}, 0],
  ])('%s', (_, candidate, baseline, expected) =>
    expect(costAdjustment(candidate, baseline)).toBeCloseTo(expected, 12),
  );

  const amount = fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), { nil: null });
  const cost = fc.record(
    { tokens: amount, tool_calls: amount, steps: amount, wall_clock_ms: amount, usd: amount },
    { requiredKeys: [] },
  );

  test('is finite and at most 0.1 either way', () => {
    fc.assert(
      fc.property(cost, cost, (candidate, baseline) => Math.abs(costAdjustment(candidate, baseline)) <= 0.1),
    );
  });
});

describe('composite', () => {
  const objective = { passed: 3, total: 4 };

  test.each([
    ['objective alone', { objective }, 0.75],
    ['objective and judge', { objective, judge: 0.5 }, 0.65],
    ['a task without checks', { objective: { passed: 0, total: 0 } }, 1],
    ['a judge of 0 is a judge', { objective, judge: 0 }, 0.45],
    ['cost nudges', { objective, costAdjustment: -0.1 }, 0.65],
    ['never above 1', { objective: { passed: 1, total: 1 }, costAdjustment: 0.1 }, 1],
    ['never below 0', { objective: { passed: 0, total: 1 }, costAdjustment: -0.1 }, 0],
  ])('%s', (_, input, expected) => expect(composite(input)).toBeCloseTo(expected, 12));

  test.each([
    ['judge', { objective, judge: Number.NaN }],
    ['objective', { objective: { passed: Infinity, total: 1 } }],
    ['cost', { objective, costAdjustment: Number.NaN }],
  ])('%s that is not finite is not hidden by the clamp', (_, input) => expect(composite(input)).toBeNaN());

  const share = fc.double({ min: 0, max: 1, noNaN: true });

  test('stays in 0..1, and more checks, a kinder judge or a lower cost never lower it', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.option(share, { nil: null }), share, (passed, judge, cost) => {
        const at = (p: number, j: number | null, c: number) =>
          composite({ objective: { passed: p, total: 10 }, judge: j, costAdjustment: c / 10 });
        const now = at(passed, judge, cost);
        return (
          now >= 0 &&
          now <= 1 &&
          at(passed + 1, judge, cost) >= now &&
          at(passed, judge === null ? null : (judge + 1) / 2, cost) >= now - 1e-12 &&
          at(passed, judge, cost + 0.1) >= now
        );
      }),
    );
  });
});
