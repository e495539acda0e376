import { afterAll, describe, expect, test } from 'vitest';
import type { BenchTask } from '../src/core/domain/bench/bench-task.ts';
import { bundledTasks, openBenchTools } from '../src/faces/wiring/wiring-bench.ts';
import { findTasks } from '../src/shell/bench/tasks/find-tasks.ts';
import { validateBenchTask } from '../src/shell/bench/tasks/validate-bench-task.ts';
import { has, unless } from './support/needs.ts';
import { openSession } from '../src/faces/wiring/session.ts';

const session = openSession();
afterAll(() => session.close());
const bench = await openBenchTools(session);
const tasks = await findTasks(bench.reader, bundledTasks);

const NEEDS = {
  python: 'pytest',
  javascript: 'sandbox',
  typescript: 'sandbox',
  go: 'go',
  java: 'java',
  rust: 'cargo',
  ruby: 'minitest',
  cpp: 'cmake',
  other: 'sandbox',
} as const satisfies Record<BenchTask['language'], keyof typeof has>;

describe('the tasks that come with Hydra', () => {
  test('are at least twelve, of every language and kind', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(12);
    expect(new Set(tasks.map(({ language }) => language))).toEqual(
      new Set(['python', 'javascript', 'go', 'java', 'rust']),
    );
    expect(new Set(tasks.map(({ kind }) => kind))).toEqual(
      new Set(['bug', 'feature', 'refactor', 'security', 'performance']),
    );
  });

  for (const task of tasks) {
    const need = has.sandbox ? NEEDS[task.language] : 'sandbox';
    test.skipIf(!has[need])(`${task.id} is proven by its tests${unless(need)}`, async () => {
      expect((await validateBenchTask(bench, task)).problems).toEqual([]);
    });
  }
});
