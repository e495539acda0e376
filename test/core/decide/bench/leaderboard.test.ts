import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leaderboard } from '../../../../src/core/decide/bench/leaderboard.ts';
import type { BenchSummary } from '../../../../src/core/domain/bench/bench-summary.ts';
import { taskInterval } from '../../../../src/core/math/statistics/task-interval.ts';
import { hashesOf, solvedRuns, summary } from '../../../support/bench-builders.ts';

const board = (summaries: readonly BenchSummary[]) => leaderboard(summaries, hashesOf(summaries));
const onlyRow = (summaries: readonly BenchSummary[]) => {
  const { rows } = board(summaries);
  expect(rows).toHaveLength(1);
  return rows[0]!;
};

describe('a row of the leaderboard', () => {
  test('means over tasks, each weighted equally however often it was run', () => {
    const row = onlyRow(solvedRuns('m:a', [[1, 1, 1, 1], [0], [1, 0]]));
    expect(row.runs).toBe(7);
    expect(row.tasks).toBe(3);
    expect(row.success.mean).toBeCloseTo((1 + 0 + 0.5) / 3, 12);
    const interval = taskInterval([1, 0, 0.5], 0.95)!;
    expect(row.success.low).toBeCloseTo(interval.low, 12);
    expect(row.success.high).toBeCloseTo(interval.high, 12);
    expect(row.notes).toContain('1 to 4 runs a task; every task counts alike');
  });

  test('one task has a mean and no interval, with the reason', () => {
    const { success } = onlyRow(solvedRuns('m:a', [[1, 0]]));
    expect(success).toMatchObject({ mean: 0.5, low: null, high: null, tasks: 1 });
    expect(success.reason).toContain('one task');
  });

  test('pass@k and pass^k match values computed by hand, up to the fewest runs of a task', () => {
    const { pass } = onlyRow(
      solvedRuns('m:a', [
        [1, 1, 0, 0, 0],
        [1, 1, 1],
      ]),
    );
    expect(pass.map(({ k }) => k)).toEqual([1, 2, 3]);
    expect(pass[1]?.pass_at_k.mean).toBeCloseTo((0.7 + 1) / 2, 12);
    expect(pass[1]?.pass_hat_k.mean).toBeCloseTo((0.1 + 1) / 2, 12);
    expect(pass[2]?.pass_at_k.mean).toBeCloseTo((0.9 + 1) / 2, 12);
    expect(pass[2]?.pass_hat_k.mean).toBeCloseTo((0 + 1) / 2, 12);
  });

  test('unknown metrics are counted and left out, with the reason if nothing is known', () => {
    const row = onlyRow([
      summary({ task: 'a', scores: { quality: 0.8 }, reasons: { security: 'no scanner' } }),
      summary({ task: 'b', scores: { quality: 0.6 }, reasons: { security: 'no scanner' } }),
      summary({ task: 'c', reasons: { quality: 'no analyser', security: 'no scanner' } }),
    ]);
    expect(row.scores.quality).toMatchObject({ runs: 2, unknown: 1, tasks: 2 });
    expect(row.scores.quality.mean).toBeCloseTo(0.7, 12);
    expect(row.scores.security).toMatchObject({ mean: null, runs: 0, unknown: 3, reason: 'no scanner' });
    expect(row.success).toMatchObject({ mean: null, unknown: 3 });
    expect(row.pass).toEqual([]);
  });

  test('cost per solved task includes the failed runs', () => {
    const row = onlyRow(
      solvedRuns(
        'm:a',
        [
          [1, 0],
          [1, 1],
        ],
        () => ({ cost_usd: 0.3, usage: { wall_ms: 2000 } }),
      ),
    );
    expect(row.usd_per_run.value).toBeCloseTo(0.3, 12);
    expect(row.usd_per_solved.value).toBeCloseTo(1.2 / 3, 12);
    expect(row.ms_per_solved.value).toBeCloseTo(8000 / 3, 9);
  });

  test('unknown cost is unknown, and no solved task is a reason', () => {
    const unpriced = onlyRow(solvedRuns('m:a', [[1]], () => ({ reasons: { cost_usd: 'no price' } })));
    expect(unpriced.usd_per_solved).toMatchObject({ value: null, unknown: 1, reason: 'no price' });
    expect(unpriced.ms_per_solved.value).toBe(1000);
    const unsolved = onlyRow(solvedRuns('m:a', [[0]], () => ({ cost_usd: 1 })));
    expect(unsolved.usd_per_solved).toMatchObject({ value: null, reason: 'no run solved its task' });
    expect(unsolved.usd_per_run.value).toBe(1);
  });

  test('says when totals rest on other metrics or weights', () => {
    const mixed = onlyRow([
      summary({ task: 'a', scores: { functional: 1, total: 1 }, weights: { functional: 1 } }),
      summary({
        task: 'b',
        scores: { functional: 1, quality: 1, total: 1 },
        weights: { functional: 0.8, quality: 0.2 },
      }),
    ]);
    expect(mixed.notes.join()).toContain('totals rest on different metrics');
    const weighted = onlyRow([
      summary({
        task: 'a',
        scores: { functional: 1, quality: 1, total: 1 },
        weights: { functional: 0.5, quality: 0.5 },
      }),
      summary({
        task: 'b',
        scores: { functional: 1, quality: 1, total: 1 },
        weights: { functional: 0.8, quality: 0.2 },
      }),
    ]);
    expect(weighted.notes).toContain('totals were weighted differently');
  });
});

describe('the leaderboard', () => {
  test('leaves out and lists what cannot be compared', () => {
    const good = summary({ task: 'good', solved: true });
    const given = [
      good,
      good,
      summary({
        task: 'good',
        model: 'm:b',
        status: 'infrastructure',
        ended: { how: 'error', reason: 'disk full' },
      }),
      summary({ task: 'good', model: 'm:c', task_hash: 'b'.repeat(64), solved: true }),
      summary({ task: 'gone', model: 'm:d', solved: true }),
    ];
    const { rows, left_out: left } = leaderboard(given, new Map([['good', 'a'.repeat(64)]]));
    expect(rows.map(({ model, runs }) => [model, runs])).toEqual([['mock:a', 1]]);
    expect(left.map(({ kind }) => kind).sort()).toEqual(['infrastructure', 'stale', 'twice', 'unknown-task']);
    expect(left.find(({ kind }) => kind === 'infrastructure')?.reason).toBe('disk full');
  });

  test('other settings are another row', () => {
    const settings = { max_steps: 100, max_cost_usd: null, judge_model: 'm:judge' };
    const { rows } = board([...solvedRuns('m:a', [[1]]), ...solvedRuns('m:a', [[0]], () => ({ settings }))]);
    expect(rows.map(({ model, success }) => [model, success.mean])).toEqual([
      ['m:a', 1],
      ['m:a', 0],
    ]);
  });

  test('most solved first, unknown last, and a row lists the tasks it lacks', () => {
    const { rows } = board([
      summary({ model: 'm:none' }),
      ...solvedRuns('m:low', [[0], [1]]),
      ...solvedRuns('m:high', [[1], [1]]),
    ]);
    expect(rows.map(({ model }) => model)).toEqual(['m:high', 'm:low', 'm:none']);
    expect(rows[2]?.notes.join()).toContain('no run of 1 of 2 tasks (task-1)');
  });

  test('doing nothing never outranks an attempt: only the functional part of an unsolved run counts', () => {
    const weights = { functional: 0.5, quality: 0.25, efficiency: 0.25 };
    const idle = { functional: 0, efficiency: 1, total: 0.25 };
    const tried = { functional: 0.5, quality: 0, efficiency: 0, total: 0.25 };
    const neat = { functional: 1, quality: 0, efficiency: 0, total: 0.5 };
    const runs = [
      summary({ model: 'm:idle', solved: false, scores: idle, weights }),
      summary({ model: 'm:tried', solved: false, scores: tried, weights }),
      summary({ model: 'm:solved', solved: true, scores: neat, weights }),
    ];
    expect(board(runs).rows.map(({ model, scores }) => [model, scores.total.mean])).toEqual([
      ['m:solved', 0.5],
      ['m:tried', 0.25],
      ['m:idle', 0],
    ]);
    // Newer runs hold the counted total, and the documented one as a detail.
    const newer = summary({
      model: 'm:idle',
      solved: false,
      scores: { ...idle, total: 0 },
      weights,
      metric_details: { total: { rule: 'solved', documented: 0.9 } },
    });
    const documented = leaderboard([newer, ...runs.slice(1)], hashesOf(runs), 'documented');
    expect(documented.rows.map(({ model, scores }) => [model, scores.total.mean])).toEqual([
      ['m:idle', 0.9],
      ['m:solved', 0.5],
      ['m:tried', 0.25],
    ]);
  });

  test('is empty without runs', () => {
    expect(leaderboard([], new Map())).toMatchObject({ rows: [], tasks: [], left_out: [] });
  });
});

const run = fc
  .record({
    model: fc.constantFrom('m:a', '__proto__', 'constructor', '<b>\u0000'),
    task: fc.constantFrom('t1', 't2', '__proto__', 'toString'),
    repeat: fc.nat(3),
    solved: fc.option(fc.boolean()),
    cost_usd: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
    quality: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    status: fc.constantFrom('scored' as const, 'infrastructure' as const),
  })
  .map(({ quality, ...given }) => summary({ ...given, scores: { quality, total: quality } }));

describe('for any runs', () => {
  test('the order of reading changes nothing, to the last bit', () => {
    fc.assert(
      fc.property(
        fc
          .array(run, { maxLength: 20 })
          .chain((runs) =>
            fc.tuple(fc.constant(runs), fc.shuffledSubarray(runs, { minLength: runs.length })),
          ),
        ([runs, shuffled]) => {
          expect(board(shuffled)).toEqual(board(runs));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a run without a value moves no mean, and every run is in a row or in the list', () => {
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 15 }), (runs) => {
        const before = board(runs);
        const blank = summary({
          ...runs[0]!,
          run_id: 'blank',
          solved: null,
          cost_usd: null,
          status: 'scored',
          scores: { quality: null, total: null },
        });
        const after = board([...runs, blank]);
        const counted = after.rows.reduce((sum, row) => sum + row.runs, 0) + after.left_out.length;
        expect(counted).toBe(runs.length + 1);
        for (const row of before.rows) {
          const same = after.rows.find(({ model }) => model === row.model)!;
          expect(same.scores.quality.mean).toBe(row.scores.quality.mean);
          expect(same.success.mean).toBe(row.success.mean);
          expect(same.usd_per_run.value).toBe(row.usd_per_run.value);
        }
      }),
      { numRuns: 40 },
    );
  });
});
