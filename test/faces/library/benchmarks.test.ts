import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  benchLeaderboard,
  compareBenchModels,
  estimateBenchRuns,
  followBenchRun,
  gradeBenchChange,
  listBenchRuns,
  listBenchTasks,
  loadBenchRun,
  openSession,
  regradeBenchRuns,
  runBenchmark,
  type RunEvent,
  validateBenchTasks,
} from '../../../src/faces/library/library.ts';
import { type MadeSuite, makeTask } from '../../support/made-task.ts';
import { has, unless } from '../../support/needs.ts';

let out: string;
let suite: MadeSuite;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'hydra-bench-out-'));
  suite = await makeTask();
});
afterAll(async () => {
  await rm(out, { recursive: true, force: true });
  await suite.remove();
});

test('lists the bundled tasks, and the chosen ones of a folder', async () => {
  expect((await listBenchTasks()).map(({ id }) => id)).toContain('hello-world');
  expect((await listBenchTasks({ suite: suite.folder, tasks: ['sum'] })).map(({ id }) => id)).toEqual([
    'sum',
  ]);
  await expect(listBenchTasks({ tasks: ['no-such'] })).rejects.toMatchObject({ code: 'no-such-task' });
});

test('contradictory judges and an empty folder are user errors', async () => {
  const judges = { judges: false, judgeModel: 'mock:empty' };
  await expect(
    runBenchmark({ suite: suite.folder, out, model: 'mock:synthetic', ...judges }),
  ).rejects.toMatchObject({ code: 'judges-off' });
  await expect(loadBenchRun(undefined, { out: join(out, 'none') })).rejects.toMatchObject({
    code: 'no-bench-runs',
  });
});

describe.skipIf(!has.sandbox)(`a benchmark through the library${unless('sandbox')}`, () => {
  test('runs, reports, ranks, compares, estimates and regrades', async () => {
    const events: RunEvent[] = [];
    const common = { suite: suite.folder, out };
    const session = openSession();
    try {
      const { summaries } = await session.runBenchmark({
        ...common,
        model: 'mock:synthetic',
        onProgress: (event) => events.push(event),
      });
      await session.runBenchmark({ ...common, model: 'mock:empty', judges: false });
      const followed: unknown[] = [];
      for await (const { event } of followBenchRun(summaries[0]?.run_id ?? '', { out })) {
        const { seq: _seq, time: _time, ...rest } = event;
        followed.push(rest);
      }
      expect(followed).toEqual(JSON.parse(JSON.stringify(events.slice(0, -1))));
      expect(summaries).toHaveLength(1);
      const [first] = summaries;
      expect(await loadBenchRun(first?.run_id, { out })).toEqual(first);
    } finally {
      await session.close();
    }
    const names = events.map(({ event }) => event);
    expect(names[0]).toBe('task');
    expect(names).toEqual(expect.arrayContaining(['agent_ended', 'judge_vote', 'metric_computed']));
    expect(names.at(-1)).toBe('task_finished');
    expect((await listBenchRuns({ out })).runs).toHaveLength(2);
    expect(await loadBenchRun(undefined, { out })).toMatchObject({ model: 'mock:empty' });
    const { board } = await benchLeaderboard(common);
    expect(JSON.stringify(board)).toContain('mock:synthetic');
    const { comparison, pairs } = await compareBenchModels(['mock:synthetic', 'mock:empty'], common);
    expect(JSON.stringify(comparison)).toContain('mock:empty');
    expect(pairs).toBeNull();
    expect(await estimateBenchRuns({ ...common, model: 'mock:synthetic' })).toMatchObject({
      model: 'mock:synthetic',
    });
    const [regraded] = await regradeBenchRuns({
      ...common,
      run: (await loadBenchRun(undefined, { out })).run_id,
    });
    expect(regraded).toMatchObject({ after: { model: 'mock:empty', task: 'sum', scores: { total: 0 } } });
    const documented = await benchLeaderboard({ ...common, total: 'documented' });
    const idle = documented.board.rows.find(({ model }) => model === 'mock:empty');
    expect(idle?.scores.total.mean).toBeGreaterThan(0);
    const change = { patch: join(suite.folder, 'sum', 'gold.patch') };
    const graded = await gradeBenchChange({
      suite: suite.folder,
      task: 'sum',
      change,
      judgeModel: 'mock:empty',
      judges: 1,
      policy: { total: 'documented' },
    });
    expect(graded).toMatchObject({ solved: true, scores: { functional: 1, human_like: 0.8 } });
    await expect(
      gradeBenchChange({ suite: suite.folder, task: 'sum', change: { patch: join(out, 'no.patch') } }),
    ).rejects.toMatchObject({ code: 'bench-change' });
  });

  test('proves a task sound', async () => {
    expect(await validateBenchTasks({ suite: suite.folder })).toMatchObject([{ task: 'sum', problems: [] }]);
  });
});
