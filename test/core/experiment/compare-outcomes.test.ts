import { describe, expect, test } from 'vitest';
import { compareOutcomes } from '../../../src/core/experiment/compare-outcomes.ts';
import type { TaskOutcome } from '../../../src/core/domain/experiment/experiment-facts.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';

const unsaid = missing('not-configured', 'not said');
const outcome = (task: string, passed: number, said: Partial<TaskOutcome> = {}): TaskOutcome => ({
  task,
  objective: measured({ passed, total: 4 }),
  judge: unsaid,
  cost: {},
  ...said,
});

describe('compareOutcomes', () => {
  test('pairs by task, whatever the order', () => {
    const result = compareOutcomes([outcome('a', 1), outcome('b', 2)], [outcome('b', 3), outcome('a', 1)]);
    expect(result).toMatchObject({ verdict: 'improved', promote: true, netGain: 0.25, unmatched: [] });
    expect(result.tasks.map(({ task }) => task)).toEqual(['a', 'b']);
  });

  test('a task that only the candidate has counts for nothing', () => {
    const result = compareOutcomes([outcome('a', 1)], [outcome('a', 1), outcome('new', 4)]);
    expect(result).toMatchObject({ verdict: 'neutral', unmatched: ['new'], netGain: 0 });
  });

  test('a task that only the baseline has is dropped', () => {
    const result = compareOutcomes([outcome('a', 1), outcome('b', 0)], [outcome('a', 4)]);
    expect(result).toMatchObject({
      verdict: 'regressed',
      promote: false,
      regressions: [{ task: 'b', kind: 'dropped_task' }],
    });
  });

  test('a judge on one side only is dropped on both, with a note', () => {
    const result = compareOutcomes([outcome('a', 2, { judge: measured(1) })], [outcome('a', 2)]);
    expect(result.tasks[0]?.composite).toEqual(measured({ baseline: 0.5, candidate: 0.5 }));
    expect(result.notes).toEqual(['a: only the baseline was judged, so the judge is left out']);
  });

  test.each([
    ['baseline', outcome('a', 1, { objective: unsaid }), outcome('a', 4)],
    ['candidate', outcome('a', 1), outcome('a', 4, { objective: unsaid })],
  ])('without the %s’s objective nothing is promoted', (side, before, after) => {
    const result = compareOutcomes([before, outcome('b', 0)], [after, outcome('b', 4)]);
    expect(result).toMatchObject({ verdict: 'regressed', promote: false });
    expect(result.regressions).toEqual([
      { task: 'a', kind: 'non_finite', reason: `the ${side}'s objective: not said` },
    ]);
  });

  test('a score that is not finite is a regression, not a zero', () => {
    const result = compareOutcomes(
      [outcome('a', 1, { judge: measured(0.5) })],
      [outcome('a', 4, { judge: measured(Number.NaN) })],
    );
    expect(result.regressions).toMatchObject([{ kind: 'non_finite' }]);
    expect(result.netGain).toBe(0);
  });

  test('a task twice on one side is an error', () => {
    expect(() => compareOutcomes([outcome('a', 1), outcome('a', 1)], [])).toThrow(
      'the baseline has a task twice',
    );
    expect(() => compareOutcomes([], [outcome('a', 1), outcome('a', 1)])).toThrow(
      'the candidate has a task twice',
    );
  });

  test('thresholds are overridable, one by one', () => {
    const pair = [[outcome('a', 1)], [outcome('a', 2)]] as const;
    expect(compareOutcomes(...pair, { minCompositeGain: 0.3 }).verdict).toBe('neutral');
    expect(compareOutcomes(...pair).thresholds).toEqual({
      minCompositeGain: 0.01,
      regressionCompositeDrop: 0.05,
      objectiveDropIsRegression: true,
    });
  });
});
