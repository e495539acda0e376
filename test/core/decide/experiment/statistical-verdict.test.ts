import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statisticalVerdict } from '../../../../src/core/decide/experiment/statistical-verdict.ts';
import { ExperimentPolicy } from '../../../../src/core/domain/experiment/experiment-policy.ts';
import { StatisticalVerdict } from '../../../../src/core/domain/experiment/statistical-verdict.ts';
import type { ConfirmSample, TaskSample } from '../../../../src/core/domain/experiment/task-sample.ts';
import { judgedSide, sample, side } from '../../../support/experiment-builders.ts';

const judge = (samples: TaskSample[], policy: object = {}, confirmations: ConfirmSample[] = []) =>
  statisticalVerdict({ samples, confirmations, policy: ExperimentPolicy.parse(policy), seed: 1 });

const field = (tasks: number, make: (at: number) => TaskSample): TaskSample[] =>
  Array.from({ length: tasks }, (_, at) => make(at));
const better = (at: number) => sample(`t${at}`, side(0, 0, 1), side(1, 1, 1));
const same = (at: number) => sample(`t${at}`, side(1, 0, 1), side(1, 0, 1));
const codes = ({ reasons }: StatisticalVerdict) => reasons.map(({ code }) => code);

describe('the statistical verdict', () => {
  test('six of six, all or nothing, has an interval of nonzero width', () => {
    const { interval, p_gain: p } = judge(field(6, (at) => sample(`t${at}`, side(0, 0), side(1, 1))));
    expect(p).toBe(1 / 64);
    expect(interval.low).toBeCloseTo(2 * 0.025 ** (1 / 6) - 1, 12);
    expect(interval.high).toBe(1);
    const lost = judge(field(6, (at) => sample(`t${at}`, side(1, 1), side(0, 0)))).interval;
    expect([lost.low, lost.high]).toEqual([-1, -(interval.low ?? 0)]);
  });

  test('improved if every task gains', () => {
    const result = judge(field(6, better));
    expect(result).toMatchObject({ verdict: 'improved', tasks: 6, p_gain: 1 / 64, method: 'exact' });
    expect(codes(result)).toEqual(['gain']);
    expect(result.reasons[0]?.sentence).toContain('a gain of 0.667 a task on average, p = 0.0156');
  });

  test('regressed if every task loses', () => {
    const result = judge(field(6, (at) => sample(`t${at}`, side(1, 1, 1), side(1, 0, 0))));
    expect(result.verdict).toBe('regressed');
    expect(codes(result)[0]).toBe('loss');
  });

  test('equivalent if nothing differs', () => {
    expect(judge(field(6, same))).toMatchObject({ verdict: 'equivalent', interval: { low: 0, high: 0 } });
  });

  test('inconclusive with a single task', () => {
    const result = judge([...field(8, same), better(9)]);
    expect(result.verdict).toBe('inconclusive');
    expect(codes(result)).toEqual(['too-uncertain']);
  });

  test('a gain that does not exceed the required minimum is not a gain', () => {
    const small = field(6, (at) => sample(`t${at}`, judgedSide(0.5, 0.5), judgedSide(0.53, 0.53)));
    expect(judge(small).verdict).toBe('improved');
    const asked = judge(small, { min_composite_gain: 0.03 });
    expect(asked.verdict).toBe('inconclusive');
    expect(codes(asked)).toEqual(['gain-too-small']);
    expect(judge(small, { min_composite_gain: 0.03, equivalence_margin: 0.03 }).verdict).toBe('equivalent');
  });

  test('fewer than five tasks decide nothing, and the reason names how many would', () => {
    const result = judge(field(4, better));
    expect(result.verdict).toBe('inconclusive');
    expect(result.reasons[0]).toEqual({
      code: 'underpowered',
      sentence: '4 paired tasks cannot decide anything; 5 would be enough',
    });
    expect(judge([]).reasons[0]?.code).toBe('underpowered');
    expect(judge(field(5, better)).verdict).toBe('improved');
  });

  test('one confirmed regression outweighs every gain', () => {
    const broken = sample('broken', side(1, 1, 1, 1, 1), side(0, 0, 0, 0, 0));
    const result = judge([
      ...field(19, (at) => sample(`t${at}`, side(0, 1, 0, 1, 0), side(1, 1, 1, 1, 1))),
      broken,
    ]);
    expect(result.p_gain).toBeLessThan(0.05);
    expect(result.verdict).toBe('regressed');
    expect(result.regressions).toMatchObject([
      { task: 'broken', state: 'confirmed', test: 'fisher', fresh: false },
    ]);
  });

  test('a drop that noise explains is suspected and decides nothing', () => {
    const result = judge([...field(8, better), sample('odd', side(1, 1, 1), side(1, 1, 0))]);
    expect(result.verdict).toBe('improved');
    expect(codes(result)).toEqual(['gain', 'suspected-regression']);
  });

  test('its parts match the schema', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.array(
              fc.integer({ min: 0, max: 4 }).map((n) => n / 4),
              { minLength: 1, maxLength: 4 },
            ),
            fc.array(
              fc.integer({ min: 0, max: 4 }).map((n) => n / 4),
              { minLength: 1, maxLength: 4 },
            ),
          ),
          { maxLength: 10 },
        ),
        (pairs) => {
          const result = judge(
            pairs.map(([before, after], at) => sample(`t${at}`, side(...before), side(...after))),
          );
          expect(StatisticalVerdict.safeParse(result).error).toBeUndefined();
          if (result.verdict === 'improved') expect(result.p_gain).toBeLessThanOrEqual(0.05);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('--confirm', () => {
  const start = [...field(8, better), sample('odd', side(1, 1, 1), side(1, 1, 0))];
  const fresh = (round: number, before: number[], after: number[]): ConfirmSample => ({
    ...sample('odd', side(...before), side(...after)),
    round,
  });
  const stateOf = (confirmation: ConfirmSample) => judge(start, {}, [confirmation]).regressions[0];

  test('clears a task if fresh trials do not show the drop', () => {
    expect(stateOf(fresh(1, [1, 1, 0, 1, 1], [1, 1, 1, 1, 0]))).toMatchObject({
      state: 'cleared',
      fresh: true,
    });
  });

  test('confirms one if they do', () => {
    expect(stateOf(fresh(1, [1, 1, 1, 1, 1], [0, 0, 0, 0, 0]))).toMatchObject({ state: 'confirmed' });
  });

  test('leaves a task suspected if they cannot settle it, and asks more of later rounds', () => {
    expect(stateOf(fresh(1, [1, 1, 1, 1, 1], [1, 1, 1, 1, 0]))).toMatchObject({ state: 'suspected' });
    expect(stateOf(fresh(4, [1, 1, 1, 1, 1], [0, 0, 0, 0, 0]))).toMatchObject({ state: 'suspected' });
  });

  test('says nothing about tasks that raised no suspicion', () => {
    const other = { ...sample('t0', side(1, 1, 1, 1, 1), side(0, 0, 0, 0, 0)), round: 1 };
    expect(judge(start, {}, [other]).regressions.map(({ task }) => task)).toEqual(['odd']);
  });
});

describe('a task’s own test', () => {
  const regressionsOf = (one: TaskSample) => judge([...field(8, same), one]).regressions;

  test('counts a trial once, however many checks fail with it', () => {
    const many = (...passed: number[]) => ({
      composites: passed.map((count) => count / 10),
      objectives: passed.map((count) => ({ passed: count, total: 10 })),
      cost: {},
    });
    const flaky = sample('flaky', many(10, 10, 10, 10, 9), many(10, 10, 10, 10, 0));
    expect(regressionsOf(flaky)).toMatchObject([{ state: 'suspected', test: 'mann-whitney' }]);
  });

  test('ranks composites if there are no checks', () => {
    const judged = sample(
      'judged',
      judgedSide(0.9, 0.8, 0.85, 0.95, 0.9),
      judgedSide(0.1, 0.2, 0.3, 0.25, 0.2),
    );
    expect(regressionsOf(judged)).toMatchObject([
      { task: 'judged', state: 'confirmed', test: 'mann-whitney' },
    ]);
  });
});

describe('cost and next steps', () => {
  const priced = (usd: number, tokens: number, ...composites: number[]) => ({
    ...side(...composites),
    cost: { usd, tokens },
  });

  test('cost is reported separately, as a ratio, and does not affect the verdict', () => {
    const result = judge(field(6, (at) => sample(`t${at}`, priced(1, 100, 1, 0), priced(2, 50, 1, 0))));
    expect(result.verdict).toBe('equivalent');
    const [usd, tokens] = result.cost;
    expect([usd?.signal, tokens?.signal]).toEqual(['usd', 'tokens']);
    expect(usd?.ratio).toBeCloseTo(2, 9);
    expect(usd?.interval.low).toBeCloseTo(2, 6);
    expect(tokens?.ratio).toBeCloseTo(0.5, 9);
  });

  test('certainty has a price in runs and dollars', () => {
    const noisy = field(6, (at) =>
      sample(`t${at}`, priced(0.5, 1, 1, 0, 0), priced(0.5, 1, ...(at % 3 === 0 ? [0, 0, 0] : [1, 0, 1]))),
    );
    const { next } = judge(noisy);
    expect(next.tasks).toBeGreaterThan(6);
    expect(next.trials).toBeGreaterThan(3);
    expect(next.usd).toBeCloseTo(0.5 * next.more_runs!, 9);
    expect(next.sentence).toMatch(/80 % power .* more runs of the agent at least, about \$/);
  });

  test('no effect has no price', () => {
    expect(judge(field(6, same)).next).toMatchObject({ effect: 0, tasks: null, more_runs: null });
  });
});
