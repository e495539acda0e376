import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openSession } from '../src/faces/wiring/session.ts';
import { openBenchTools, suiteFolder } from '../src/faces/wiring/wiring-bench.ts';
import { findTasks } from '../src/shell/bench/tasks/find-tasks.ts';

const session = openSession();
afterAll(() => session.close());
const recipes = await findTasks((await openBenchTools(session)).reader, suiteFolder('real'));
const named = recipes.map((task) => [task.id, task] as const);

describe('recipes of public repositories', () => {
  test('are at least twenty in at least five languages, each for a different fix, and documented', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(20);
    const text = readFileSync(new URL('../docs/benchmark.md', import.meta.url), 'utf8');
    expect(text).toContain(`runs the ${recipes.length} recipes`);
    expect(recipes.filter(({ id }) => !text.includes(`\`${id}\``))).toEqual([]);
    expect(new Set(recipes.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(recipes.map(({ repo }) => repo?.fix)).size).toBe(recipes.length);
  });

  test.each(named)('%s names a public commit and its fix', (id, { repo, gold, hiddenIn }) => {
    expect(repo?.git).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/);
    expect(repo?.ref).toMatch(/^[0-9a-f]{40}$/);
    expect(repo?.fix?.startsWith(id.slice(id.lastIndexOf('-') + 1))).toBe(true);
    // Nothing of a repository is kept here.
    expect([gold, hiddenIn]).toEqual([null, 'fix']);
  });

  test.each(named)('%s has tests that distinguish the fix from its base', (_, { tests }) => {
    const [fail, pass] = [tests.fail_to_pass, tests.pass_to_pass];
    expect(Array.isArray(fail) && fail.length > 0).toBe(true);
    const both = (fail as readonly string[]).filter((id) => (pass as readonly string[]).includes(id));
    expect(both).toEqual([]);
  });

  test.each(named)('%s describes the problem without giving the fix away', (_, { issue, title, repo }) => {
    expect(issue.length).toBeGreaterThan(60);
    expect(issue).not.toContain(repo?.fix?.slice(0, 7) ?? 'absent');
    expect(issue).not.toMatch(/#\d+/);
    expect(title.length).toBeLessThan(80);
  });
});
