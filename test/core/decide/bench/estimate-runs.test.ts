import { describe, expect, test } from 'vitest';
import { estimateRuns } from '../../../../src/core/decide/bench/estimate-runs.ts';
import { summary } from '../../../support/bench-builders.ts';

const HASH = 'a'.repeat(64);
const planned = (ids: readonly string[], repeats = 2) => ({
  model: 'm:a',
  tasks: ids.map((id) => ({ id, hash: HASH })),
  repeats,
});
const past = (task: string, tokens: number | null, usd: number | null, wall_ms = 1000) =>
  summary({ model: 'm:a', task, cost_usd: usd, usage: { total_tokens: tokens, wall_ms } });

describe('estimates of planned runs', () => {
  test('from runs of the same tasks', () => {
    const runs = [past('x', 100, 0.1), past('x', 300, 0.3), past('y', 1000, 1), past('y', 1200, 1.2)];
    const estimate = estimateRuns(planned(['x', 'y']), runs);
    expect(estimate.runs).toBe(4);
    expect(estimate.tokens).toMatchObject({
      expected: 2 * (200 + 1100),
      low: 2 * (100 + 1000),
      high: 2 * (300 + 1200),
    });
    expect(estimate.usd.expected).toBeCloseTo(2 * (0.2 + 1.1), 12);
    expect(estimate.usd).toMatchObject({ own_tasks: 2, other_tasks: 0, runs: 4, reason: null });
    expect(estimate.wall_ms.expected).toBe(4000);
  });

  test('from the model’s other tasks if a task is new or has changed', () => {
    const changed = summary({
      model: 'm:a',
      task: 'new',
      task_hash: 'c'.repeat(64),
      usage: { total_tokens: 50 },
    });
    const estimate = estimateRuns(planned(['new'], 1), [past('x', 100, null), past('x', 200, null), changed]);
    expect(estimate.tokens).toMatchObject({
      expected: (150 + 50) / 2,
      low: 50,
      high: 200,
      own_tasks: 0,
      other_tasks: 1,
    });
  });

  test('unknown if the model has no runs, whatever others took', () => {
    const estimate = estimateRuns({ ...planned(['x']), model: 'm:b' }, [past('x', 100, 0.1)]);
    expect(estimate.tokens).toMatchObject({
      expected: null,
      low: null,
      high: null,
      reason: 'the model has no past runs',
    });
    expect(estimate.usd.expected).toBeNull();
  });

  test('unknown cost if only tokens were reported', () => {
    const runs = [past('x', 1000, null), past('x', 3000, null)];
    expect(estimateRuns(planned(['x'], 1), runs).usd).toMatchObject({
      expected: null,
      reason: 'the cost is not known',
    });
  });

  test('one past run gives no range', () => {
    expect(estimateRuns(planned(['x'], 3), [past('x', 100, 0.1)]).tokens).toMatchObject({
      expected: 300,
      low: null,
      high: null,
      reason: 'one past run gives no range',
    });
  });

  test('infrastructure failures do not count; a different step limit is noted', () => {
    const failed = summary({ model: 'm:a', task: 'x', status: 'infrastructure', usage: { total_tokens: 9 } });
    const estimate = estimateRuns({ ...planned(['x'], 1), maxSteps: 10 }, [failed, past('x', 100, null)]);
    expect(estimate.tokens.expected).toBe(100);
    expect(estimate.notes).toEqual(['1 of 1 past runs had another limit of steps than 10']);
  });
});
