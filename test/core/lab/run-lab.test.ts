import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../../src/core/lab/calibration.ts';
import { readPool } from '../../../src/core/lab/read-pool.ts';
import { runLab } from '../../../src/core/lab/run-lab.ts';
import type { LabelledTask, Selector } from '../../../src/core/lab/selector.ts';
import { SELECTORS } from '../../../src/core/lab/selectors.ts';

const OPTIONS = { seed: 1, resamples: 200 };

const diffOf = (file: string, ...added: readonly string[]): string =>
  [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -1,1 +1,${added.length + 1} @@`,
    ' x',
    ...added.map((line) => `+${line}`),
  ].join('\n');

const taskOf = (
  id: string,
  repo: string,
  candidates: readonly { name: string; author?: string; patch?: string; right?: boolean }[],
): LabelledTask => ({
  id,
  repo,
  task: '',
  candidates: candidates.map(({ name, author = name, patch = '' }) => ({ name, author, patch })),
  right: new Map(
    candidates.flatMap(({ name, right }) => (right === undefined ? [] : [[name, right] as const])),
  ),
});

const always = (pick: string | null, probability = 0.5): Selector => ({
  id: 'always',
  summary: '',
  select: ({ candidates }) => ({
    probabilities: new Map(candidates.map(({ name }) => [name, probability])),
    pick,
    leading: pick === null ? [] : [pick],
    reason: 'by name',
  }),
});

const only = (selector: Selector, tasks: readonly LabelledTask[]) => {
  const [report] = runLab([selector], tasks, OPTIONS).selectors;
  if (report === undefined) throw new Error('no report');
  return report;
};

const named = (id: string): Selector => SELECTORS.find((selector) => selector.id === id) as Selector;

const MIXED = [
  taskOf('1', 'r1', [
    { name: 'a', right: true },
    { name: 'b', right: false },
  ]),
  taskOf('2', 'r1', [
    { name: 'a', right: false },
    { name: 'b', right: true },
    { name: 'c', right: true },
    { name: 'd', right: true },
  ]),
  taskOf('3', 'r2', [
    { name: 'a', right: true },
    { name: 'b', right: false },
    { name: 'c', right: false },
    { name: 'd', right: false },
  ]),
];

describe('a selector on labelled tasks', () => {
  it('recovers a share of the possible gain over a random choice', () => {
    const { random, selected, recovery, decisive } = only(always('a'), MIXED);
    expect(decisive).toBe(3);
    expect(random).toBeCloseTo((0.5 + 0.75 + 0.25) / 3);
    expect(selected.value).toBeCloseTo(2 / 3);
    expect(recovery.value).toBeCloseTo((2 / 3 - 0.5) / 0.5);
  });

  it('counts only tasks with right and wrong candidates whose outcomes are all known', () => {
    const more = [
      taskOf('all wrong', 'r3', [
        { name: 'a', right: false },
        { name: 'b', right: false },
      ]),
      taskOf('unknown', 'r3', [{ name: 'a', right: true }, { name: 'b', right: false }, { name: 'c' }]),
    ];
    const report = only(always('a'), [...MIXED, ...more]);
    expect(report.decisive).toBe(3);
    expect(report.named).toEqual({ winners: 5, abstentions: 0, unknown: 0, precision: 3 / 5 });
  });

  it('takes the mean of equals, and of all candidates if none leads', () => {
    expect(only(named('random'), MIXED).recovery.value).toBeCloseTo(0);
    expect(only(always(null), MIXED).recovery.value).toBeCloseTo(0);
    expect(only(always(null), MIXED).named).toMatchObject({ winners: 0, abstentions: 3, precision: null });
  });

  it('fits a selector on the other repositories only', () => {
    const seen: string[][] = [];
    const learner: Selector = {
      id: 'learner',
      summary: '',
      fit: (tasks) => {
        seen.push(tasks.map(({ id }) => id));
        return ({ candidates }) => ({
          probabilities: null,
          pick: null,
          leading: [candidates[0]?.name ?? ''],
          reason: '',
        });
      },
    };
    expect(only(learner, MIXED).fitted).toBe(true);
    expect(seen).toEqual([['3'], ['1', '2']]);
  });

  it('never shows outcomes to a selector', () => {
    const spy: Selector = {
      id: 'spy',
      summary: '',
      select: (task) => {
        expect(task).not.toHaveProperty('right');
        return { probabilities: null, pick: null, leading: [], reason: '' };
      },
    };
    only(spy, MIXED);
  });

  it('refuses a pick that is not a candidate', () => {
    expect(() => only(always('nobody'), MIXED)).toThrow(/nobody, which is not a candidate/);
  });

  it('gives the same intervals for the same seed, around the value', () => {
    const first = only(always('a'), MIXED).recovery;
    expect(only(always('a'), MIXED).recovery).toEqual(first);
    expect(first.over_tasks?.low).toBeLessThanOrEqual(first.value ?? 0);
    expect(first.over_tasks?.high).toBeGreaterThanOrEqual(first.value ?? 0);
    expect(first.over_repositories).not.toBeNull();
    expect(only(always('a'), MIXED.slice(2)).recovery.over_tasks).toBeNull();
  });

  it('has a recovery of at most 1, and of 1 for the oracle', () => {
    const tasks = fc.array(fc.array(fc.boolean(), { minLength: 2, maxLength: 5 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(tasks, (labels) => {
        const pool = labels.map((rights, at) =>
          taskOf(
            String(at),
            'r',
            rights.map((right, index) => ({ name: `c${index}`, right })),
          ),
        );
        const oracle: Selector = {
          ...named('random'),
          select: ({ id, candidates }) => {
            const best = candidates.filter(({ name }) => pool[Number(id)]?.right.get(name));
            return { probabilities: null, pick: null, leading: best.map(({ name }) => name), reason: '' };
          },
        };
        const { decisive, recovery } = only(oracle, pool);
        if (decisive > 0) expect(recovery.value).toBeCloseTo(1);
        const chance = only(named('smallest'), pool).recovery.value;
        expect(chance === null || chance <= 1 + 1e-9).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the selectors that come with the lab', () => {
  it('takes the smallest source change; tests do not count', () => {
    const tests = diffOf('test/x.test.js', 'a', 'b', 'c', 'd');
    const task = taskOf('1', 'r', [
      { name: 'large', patch: diffOf('src/x.js', 'a', 'b', 'c') },
      { name: 'small', patch: `${diffOf('src/x.js', 'a')}\n${tests}` },
    ]);
    expect(only(named('smallest'), [task]).instances[0]).toMatchObject({ pick: 'small' });
  });

  it('counts agreement by author: three runs of one agent count once', () => {
    const task = taskOf('1', 'r', [
      { name: 'x1', author: 'x', patch: diffOf('src/x.js', 'wrong();') },
      { name: 'x2', author: 'x', patch: diffOf('src/x.js', 'wrong();') },
      { name: 'x3', author: 'x', patch: diffOf('src/x.js', 'wrong();') },
      { name: 'y', patch: diffOf('src/x.js', 'right();') },
      { name: 'z', patch: diffOf('src/x.js', '  right();') },
    ]);
    expect(only(named('agreement'), [task]).instances[0]?.pick).toMatch(/^[yz]$/);
  });

  it('does not use the panel selector if no panel was asked', () => {
    expect(only(named('panel'), MIXED)).toMatchObject({
      tasks: 0,
      skipped: { tasks: 3, reason: 'no panel was asked' },
    });
  });
});

describe('calibration', () => {
  it('is the mean gap between probability and outcome, weighted by bin', () => {
    const forecasts = [
      { probability: 0.9, right: true },
      { probability: 0.9, right: false },
      { probability: 0.1, right: false },
      { probability: 1, right: true },
    ];
    const found = calibrate(forecasts);
    expect(found?.ece).toBeCloseTo((3 * Math.abs(2.8 / 3 - 2 / 3) + 0.1) / 4);
    expect(found?.brier).toBeCloseTo((0.01 + 0.81 + 0.01 + 0) / 4);
    expect(found?.bins.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 3]);
    expect(calibrate([])).toBeNull();
  });
});

describe('a pool', () => {
  const line = (more: object): string =>
    JSON.stringify({
      id: 't',
      repo: 'r',
      task: 'Fix it',
      candidates: [{ agent: 'a', resolved: true, patch: '' }],
      ...more,
    });

  it('is one task a line; unknown outcomes stay unknown', () => {
    const read = readPool(`${line({})}\n\n${line({ id: 'u', candidates: [{ agent: 'b', patch: '' }] })}\n`);
    if (!read.ok) throw new Error(read.problem);
    expect(read.tasks.map(({ id, right }) => [id, right.size])).toEqual([
      ['t', 1],
      ['u', 0],
    ]);
  });

  it.each([
    ['', 'it has no tasks'],
    ['{', 'line 1: is not JSON'],
    [line({ candidates: [] }), 'line 1: candidates'],
    [line({ candidates: [{ agent: 'a/b', patch: '' }] }), 'line 1: candidates.0.agent'],
    [
      line({
        candidates: [
          { agent: 'a', patch: '' },
          { agent: 'a', patch: '' },
        ],
      }),
      'two candidates called a',
    ],
    [`${line({})}\n${line({})}`, 'line 2: the id t is used twice'],
  ])('says what is wrong: %#', (text, problem) => {
    const read = readPool(text);
    expect(read.ok ? 'fine' : read.problem).toContain(problem);
  });
});

describe('the fitted selector', () => {
  /** Three candidates make the same change, which is right in `agreeing` repositories. */
  const taskIn = (repo: string, agreeing: boolean): LabelledTask =>
    taskOf(
      repo,
      repo,
      ['a', 'b', 'c', 'd', 'e'].map((name, at) => ({
        name,
        patch: `diff --git a/src/a.js b/src/a.js\n${diffOf('src/a.js', at < 3 ? 'const same = compute(one, two);' : `${name}(${name}${at});`)}`,
        right: at < 3 === agreeing,
      })),
    );

  it('learns from other repositories whether agreeing candidates are right', () => {
    const tasks = (agreeing: boolean) => ['r1', 'r2', 'r3'].map((repo) => taskIn(repo, agreeing));
    const rate = (learnt: readonly LabelledTask[]): number | null =>
      only(named('fitted'), learnt).instances.at(-1)?.selected ?? null;
    expect(rate(tasks(true))).toBe(1);
    // The task's own lesson is left out.
    expect(rate([...tasks(true).slice(0, 2), taskIn('r3', false)])).toBe(0);
    expect(rate(tasks(false))).toBe(1);
  });
});
