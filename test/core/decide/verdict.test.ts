import { describe, expect, test } from 'vitest';
import { decideVerdict, shouldPromote } from '../../../src/core/decide/verdict.ts';
import type { TaskPair } from '../../../src/core/domain/experiment/comparison.ts';
import { Thresholds } from '../../../src/core/domain/experiment/experiment-facts.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';

type Tally = [passed: number, total: number];
const tally = ([passed, total]: Tally) => ({ passed, total });
const pair = (
  task: string,
  before: number,
  after: number,
  checks: [Tally, Tally] = [
    [1, 1],
    [1, 1],
  ],
): TaskPair => ({
  task,
  objective: measured({ baseline: tally(checks[0]), candidate: tally(checks[1]) }),
  composite: measured({ baseline: before, candidate: after }),
});
const decide = (pairs: TaskPair[], dropped: string[] = [], thresholds: Partial<Thresholds> = {}) =>
  decideVerdict(pairs, dropped, Thresholds.parse(thresholds));
const kinds = (pairs: TaskPair[], dropped: string[] = [], thresholds: Partial<Thresholds> = {}) =>
  decide(pairs, dropped, thresholds).regressions.map(({ task, kind }) => `${task} ${kind}`);

describe('verdict', () => {
  test.each([
    ['a gain above the threshold', [pair('a', 0.5, 0.52)], 'improved'],
    ['a gain of exactly the threshold', [pair('a', 0.5, 0.51)], 'neutral'],
    ['two small gains add up', [pair('a', 0.5, 0.508), pair('b', 0.5, 0.508)], 'improved'],
    ['a loss within bounds', [pair('a', 0.5, 0.46)], 'neutral'],
    ['a drop of exactly the threshold', [pair('a', 0.65, 0.6)], 'neutral'],
    ['a drop beyond it', [pair('a', 0.65, 0.59)], 'regressed'],
    ['no task at all', [], 'neutral'],
  ] as const)('%s', (_, pairs, verdict) => expect(decide([...pairs]).verdict).toBe(verdict));

  test('one regression outweighs every gain', () => {
    const result = decide([
      pair('a', 0, 1),
      pair('b', 0.5, 0.5, [
        [2, 4],
        [1, 4],
      ]),
    ]);
    expect(result).toMatchObject({ verdict: 'regressed', netGain: 1 });
    expect(shouldPromote(result)).toBe(false);
  });
});

describe('hard regressions', () => {
  test('fewer passed, or a lower rate', () => {
    expect(
      kinds([
        pair('a', 0.5, 0.5, [
          [2, 4],
          [1, 1],
        ]),
      ]),
    ).toEqual(['a objective_drop']);
    expect(
      kinds([
        pair('a', 0.5, 0.5, [
          [2, 2],
          [2, 4],
        ]),
      ]),
    ).toEqual(['a objective_drop']);
    expect(
      kinds([
        pair('a', 0.5, 0.5, [
          [1, 3],
          [2, 6],
        ]),
      ]),
    ).toEqual([]);
    expect(
      kinds([
        pair('a', 0.5, 0.5, [
          [0, 0],
          [1, 2],
        ]),
      ]),
    ).toEqual(['a objective_drop']);
  });

  test('an objective drop may be allowed by threshold', () => {
    const drop = [
      pair('a', 0.5, 0.5, [
        [2, 4],
        [1, 4],
      ]),
    ];
    expect(kinds(drop, [], { objectiveDropIsRegression: false })).toEqual([]);
  });

  test('dropped tasks and scores that are not finite', () => {
    const unknown: TaskPair = { ...pair('b', 0, 0), composite: missing('candidate', 'not finite') };
    expect(kinds([unknown, pair('c', 0.5, Number.NaN)], ['a'])).toEqual([
      'a dropped_task',
      'b non_finite',
      'c non_finite',
    ]);
    expect(decide([unknown, pair('c', 0.5, Number.NaN)]).netGain).toBe(0);
  });

  test('are listed by task, then kind, each with a reason', () => {
    const { regressions } = decide([
      pair('z', 0.9, 0.1, [
        [3, 3],
        [0, 3],
      ]),
      pair('a', 0.9, 0.1),
    ]);
    expect(regressions).toEqual([
      { task: 'a', kind: 'composite_drop', reason: 'composite down by 0.800, allowed 0.05' },
      { task: 'z', kind: 'composite_drop', reason: 'composite down by 0.800, allowed 0.05' },
      { task: 'z', kind: 'objective_drop', reason: 'checks passed: 3 of 3 before, 0 of 3 now' },
    ]);
  });
});

test('only an improvement without any regression promotes', () => {
  const regression = { task: 'a', kind: 'dropped_task', reason: '' } as const;
  expect(shouldPromote({ verdict: 'improved', regressions: [] })).toBe(true);
  expect(shouldPromote({ verdict: 'improved', regressions: [regression] })).toBe(false);
  expect(shouldPromote({ verdict: 'neutral', regressions: [] })).toBe(false);
  expect(shouldPromote({ verdict: 'regressed', regressions: [] })).toBe(false);
});
