import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareModels } from '../../../../src/core/decide/bench/compare-models.ts';
import type { BenchSummary } from '../../../../src/core/domain/bench/bench-summary.ts';
import { hashesOf, solvedRuns, summary } from '../../../support/bench-builders.ts';

const compare = (summaries: readonly BenchSummary[], first = 'm:a', second = 'm:b') =>
  compareModels(summaries, hashesOf(summaries), [first, second]);
const success = (summaries: readonly BenchSummary[]) =>
  compare(summaries).comparisons[0]!.differences.find(({ value }) => value === 'success')!;
const tasks = (count: number, outcomes: readonly number[]) => Array.from({ length: count }, () => outcomes);

describe('two models on the same tasks', () => {
  test('ten tasks gained and none lost is a significant difference, exactly', () => {
    const found = success([...solvedRuns('m:a', tasks(10, [0])), ...solvedRuns('m:b', tasks(10, [1]))]);
    expect(found).toMatchObject({
      tasks: 10,
      first_better: 0,
      second_better: 10,
      difference: 1,
      better: 'second',
    });
    expect(found.p).toBeCloseTo(2 / 1024, 12);
    expect(found.p_sign).toBeCloseTo(2 / 1024, 12);
    // Success is tested alone; total and functional are corrected for being two.
    expect(found).toMatchObject({ role: 'primary', adjusted_p: found.p, needed: null });
    const [, total] = compare([...solvedRuns('m:a', tasks(10, [0])), ...solvedRuns('m:b', tasks(10, [1]))])
      .comparisons[0]!.differences;
    expect(total).toMatchObject({ value: 'total', role: 'secondary' });
    expect(total?.adjusted_p).toBeCloseTo(4 / 1024, 12);
    // None of ten goes the other way: at least 69 % of all tasks are like these.
    expect(found.interval.low).toBeCloseTo(2 * 0.025 ** 0.1 - 1, 12);
    expect(found.interval.high).toBe(1);
  });

  test('five tasks that differ show nothing, and the result says so', () => {
    const found = success([
      ...solvedRuns('m:a', [...tasks(5, [0]), [1], [1]]),
      ...solvedRuns('m:b', tasks(7, [1])),
    ]);
    expect(found).toMatchObject({ better: null, second_better: 5 });
    expect(found.sentence).toBe(
      'too weak: 5 of 7 tasks differ, and fewer than 6 can show nothing; 9 tasks like these would show it with 80 % power, if it is real',
    );
    expect(found.needed).toEqual({ tasks: 9, runs: null });
  });

  test('eight of eight is significant however many other values are compared', () => {
    const full = (solved: number) => ({
      scores: {
        functional: solved,
        total: solved,
        quality: solved,
        security: 1,
        efficiency: 1,
        human_like: solved,
      },
    });
    const found = success([
      ...solvedRuns('m:a', tasks(8, [0]), full),
      ...solvedRuns('m:b', tasks(8, [1]), full),
    ]);
    expect(found).toMatchObject({ better: 'second', adjusted_p: 2 / 256 });
  });

  test('says how many tasks or runs would confirm the observed difference', () => {
    const found = success([
      ...solvedRuns('m:a', [...tasks(6, [0, 0, 1]), ...tasks(6, [1, 0, 1])]),
      ...solvedRuns('m:b', [...tasks(6, [1, 0, 1]), ...tasks(3, [1, 1, 1]), ...tasks(3, [1, 0, 0])]),
    ]);
    expect(found.better).toBeNull();
    expect(found.needed?.tasks).toBeGreaterThan(12);
    expect(found.sentence).toContain(`${found.needed?.tasks} tasks like these`);
  });

  test('an even split is not significant', () => {
    const found = success([
      ...solvedRuns('m:a', [...tasks(6, [0]), ...tasks(4, [1])]),
      ...solvedRuns('m:b', [...tasks(6, [1]), ...tasks(4, [0])]),
    ]);
    expect(found.better).toBeNull();
    expect(found.sentence).toMatch(/^not shown/);
    expect(found.p_sign).toBeCloseTo(0.7539, 4);
  });

  test('tasks that one side lacks are listed and not used; unknown is not 0', () => {
    const given = [
      ...solvedRuns('m:a', [[1], [1], [1]]),
      ...solvedRuns('m:b', [[1], [1]]),
      summary({ model: 'm:b', task: 'task-9', solved: true }),
      summary({ model: 'm:b', task: 'task-2' }),
    ];
    const [found] = compare(given).comparisons;
    expect(found).toMatchObject({
      tasks: ['task-0', 'task-1', 'task-2'],
      only_first: [],
      only_second: ['task-9'],
    });
    expect(success(given)).toMatchObject({ tasks: 2, difference: 0 });
    expect(found?.differences.find(({ value }) => value === 'human_like')).toMatchObject({
      tasks: 0,
      difference: null,
      p: null,
      better: null,
    });
  });

  test('cost is a ratio, and unknown if one side does not report it', () => {
    const given = (usd: number | null) => [
      ...solvedRuns('m:a', tasks(6, [1]), () => ({ cost_usd: 0.5 })),
      ...solvedRuns('m:b', tasks(6, [1]), () => ({ cost_usd: usd })),
    ];
    const ratio = (usd: number | null) => compare(given(usd)).comparisons[0]!.ratios[0]!;
    expect(ratio(1).ratio).toBeCloseTo(2, 12);
    expect(ratio(1).p).toBeCloseTo(2 / 64, 12);
    expect(ratio(null)).toMatchObject({
      ratio: null,
      tasks: 0,
      reason: 'no task on which both are known and above 0',
    });
  });
});

describe('what is not compared', () => {
  const steps = (max_steps: number) => ({ settings: { max_steps, max_cost_usd: null, judge_model: null } });

  test('a model with itself, a model without runs, other settings', () => {
    const given = [
      ...solvedRuns('m:a', [[1]], () => steps(10)),
      ...solvedRuns('m:b', [[1]], () => steps(20)),
    ];
    expect(compare(given, 'm:a', 'm:a').reason).toBe('a model is not compared with itself');
    expect(compare(given, 'm:a', 'm:c').reason).toBe('no run that counts of m:c');
    expect(compare(given).reason).toBe(
      'the two were never run within the same limits: m:a ran with at most 10 steps, m:b with at most 20 steps. Run one of them again with the limits of the other',
    );
  });

  test('runs with different judges are compared in everything that no judge decides', () => {
    const by = (judge_model: string) => ({ settings: { max_steps: 50, max_cost_usd: null, judge_model } });
    const given = [
      ...solvedRuns('m:a', tasks(8, [0]), () => by('m:a')),
      ...solvedRuns('m:b', tasks(8, [1]), () => by('m:b')),
    ];
    const [only, ...others] = compare(given).comparisons;
    expect(others).toEqual([]);
    expect(only).toMatchObject({ judges: { first: ['judged by m:a'], second: ['judged by m:b'] } });
    expect(only?.differences.map(({ value }) => value)).toEqual([
      'success',
      'functional',
      'quality',
      'security',
      'efficiency',
    ]);
    expect(success(given).better).toBe('second');
    // Runs with the same judges are compared in everything, and nothing is compared twice.
    const alike = compare([...given, ...solvedRuns('m:a', tasks(8, [0]), () => by('m:b'))]).comparisons;
    expect(alike.map(({ judges }) => judges)).toEqual([undefined]);
    expect(alike[0]?.differences).toHaveLength(7);
  });

  test('each set of settings that both have is compared separately', () => {
    const both = ['m:a', 'm:b'].flatMap((model) =>
      [10, 20].flatMap((max) => solvedRuns(model, [[1]], () => steps(max))),
    );
    expect(compare(both).comparisons.map(({ settings }) => settings.max_steps)).toEqual([10, 20]);
  });
});

test('swapping the sides flips the signs', () => {
  const outcomes = fc.array(fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(outcomes, outcomes, (one, other) => {
      const given = [...solvedRuns('m:a', one), ...solvedRuns('m:b', other)];
      const there = compare(given).comparisons[0]?.differences[0];
      const back = compare(given, 'm:b', 'm:a').comparisons[0]?.differences[0];
      expect(back?.p ?? null).toBe(there?.p ?? null);
      expect((back?.difference ?? 0) + (there?.difference ?? 0)).toBeCloseTo(0, 12);
      expect(back?.first_better).toBe(there?.second_better);
    }),
    { numRuns: 30 },
  );
});
