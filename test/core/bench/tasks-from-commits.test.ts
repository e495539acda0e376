import * as fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { estimateDifficulty, measureSolution } from '../../../src/core/bench/estimate-difficulty.ts';
import { sortTests } from '../../../src/core/bench/sort-tests.ts';
import { splitFix } from '../../../src/core/bench/split-fix.ts';
import { taskConfig, withTaskEnvironment } from '../../../src/core/bench/task-config.ts';
import { kindOf, taskLanguage, taskText } from '../../../src/core/bench/task-text.ts';
import { writeTaskToml } from '../../../src/core/bench/write-task-toml.ts';
import { TaskFile, TaskSetup } from '../../../src/core/domain/bench/bench-task.ts';
import type { Cell } from '../../../src/core/domain/evidence/matrix.ts';
import { HydraConfig } from '../../../src/core/domain/policy/hydra-config.ts';

const cell = (passed: string[], failed: string[] = [], skipped: string[] = []): Cell => ({
  passed,
  failed,
  skipped,
});

describe('tests of a fix', () => {
  test('are sorted by their results before and after; flaky ones are left out', () => {
    const base = [
      cell(['kept', 'wavers'], ['broken'], ['skipped']),
      cell(['kept'], ['broken', 'wavers'], ['skipped']),
    ];
    const fixed = [
      cell(['kept', 'wavers', 'broken', 'new', 'skipped'], ['never']),
      cell(['kept', 'wavers', 'broken', 'new', 'skipped'], ['never']),
    ];
    expect(sortTests(base, fixed)).toEqual({
      fail_to_pass: ['broken', 'new'],
      pass_to_pass: ['kept'],
      flaky: ['wavers'],
      useless: ['never', 'skipped'],
    });
  });

  test('every test is in exactly one list', () => {
    const cells = fc.array(
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).chain((ids) =>
        fc
          .array(fc.constantFrom('passed', 'failed', 'skipped'), {
            minLength: ids.length,
            maxLength: ids.length,
          })
          .map((outcomes) => {
            const made: Cell = { passed: [], failed: [], skipped: [] };
            ids.forEach((id, at) => made[outcomes[at] as keyof Cell].push(id));
            return made;
          }),
      ),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(cells, cells, (base, fixed) => {
        const all = Object.values(sortTests(base, fixed)).flat();
        const ids = [...base, ...fixed].flatMap((one) => Object.values(one).flat());
        return new Set(all).size === all.length && all.length === new Set(ids).size;
      }),
    );
  });

  test('are separated from the fix by their paths, or by name', () => {
    const commit = {
      written: ['src/a.js', 'test/a.test.js', 'test/fixtures/x.json', 'docs/a.md'],
      removed: ['src/old.js'],
    };
    expect(splitFix(commit)).toEqual({
      tests: ['test/a.test.js', 'test/fixtures/x.json'],
      source: ['docs/a.md', 'src/a.js', 'src/old.js'],
    });
    expect(splitFix(commit, ['test/a.test.js'])).toEqual({
      tests: ['test/a.test.js'],
      source: ['docs/a.md', 'src/a.js', 'src/old.js'],
    });
  });
});

describe('the text of a task', () => {
  test('is the message without trailers and numbers of pull requests', () => {
    const message =
      'fix(parser): keep quotes in names (#123)\n\nThey were lost.\n\nFixes #99\nSigned-off-by: A <a@example.invalid>\n';
    expect(taskText(message)).toEqual({
      title: 'Keep quotes in names',
      issue: 'Keep quotes in names.\n\nThey were lost.\n',
    });
    expect(taskText('')).toEqual({ title: 'A historical fix', issue: 'A historical fix.\n' });
  });

  test.each([
    ['Fix crash on empty input', 'bug'],
    ['Prevent prototype pollution', 'security'],
    ['Make parsing faster', 'performance'],
    ['Add an option', 'feature'],
    ['Refactor the reader', 'refactor'],
  ])('%s is a %s', (message, kind) => expect(kindOf(message)).toBe(kind));

  test('the language is that of most files', () => {
    expect(taskLanguage(['a.py', 'b.py', 'c.js'])).toBe('python');
    expect(taskLanguage(['README'])).toBe('other');
  });
});

describe('difficulty', () => {
  const small = { lines: 2, files: 1, hunks: 1, named: true };
  test('grows with the solution', () => {
    expect(estimateDifficulty(small)).toBe('easy');
    expect(estimateDifficulty({ ...small, lines: 30, hunks: 3, complexity: 12 })).toBe('medium');
    expect(estimateDifficulty({ lines: 200, files: 6, hunks: 12, complexity: 30, named: false })).toBe(
      'hard',
    );
  });
  test('is counted from the patch', () => {
    const patch = '--- a/lib/parse.js\n+++ b/lib/parse.js\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n+c\n';
    expect(measureSolution(patch, ['lib/parse.js'], 'The function parse loses quotes.')).toEqual({
      lines: 3,
      files: 1,
      hunks: 2,
      named: true,
    });
  });
});

test('task.toml reads back as written, whatever its names contain', () => {
  const text = fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((one) => one.trim() !== '');
  fc.assert(
    fc.property(
      text,
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.option(text),
      (title, tests, command) => {
        const task = TaskFile.parse({
          title,
          language: 'go',
          kind: 'bug',
          difficulty: 'hard',
          repo: { git: 'https://example.com/a', ref: 'main' },
          estimate: { lines: 1, files: 1, hunks: 1, named: false },
          ...(command === null ? {} : { setup: { test: command, environment: { A: command } } }),
          services: { redis: { command: 'redis-server --port {port}' } },
          tests: { fail_to_pass: tests, pass_to_pass: { command: 'true' } },
        });
        expect(TaskFile.parse(parse(writeTaskToml(task)))).toEqual(task);
      },
    ),
  );
});

describe('[setup] of a task', () => {
  const tests = { fail_to_pass: ['a'], pass_to_pass: [] };
  test('replaces the repository’s own setup', () => {
    const setup = TaskSetup.parse({
      install: false,
      test: 'make check',
      timeout_seconds: 5,
      image: 'node:22',
    });
    const { scoring, sandbox } = taskConfig(HydraConfig.parse({}), { tests, setup });
    expect(scoring.commands).toMatchObject({ install: false, test: 'make check' });
    expect(scoring.timeouts).toMatchObject({ build: 5, test: 5 });
    expect(sandbox).toMatchObject({ mode: 'container', image: 'node:22', pull: true });
  });
  test('is not needed by a task that commands decide', () => {
    const byCommand = { fail_to_pass: { command: 'x' }, pass_to_pass: [] };
    expect(taskConfig(HydraConfig.parse({}), { tests: byCommand }).scoring.commands.test).toBe('true');
    expect(taskConfig(HydraConfig.parse({}), { tests }).scoring.commands.test).toBeUndefined();
  });
  test('its variables reach the checks, the installation and the commands of an agent', () => {
    const plan = {
      checks: [{ env: { A: '1' } }],
      install: { env: {} },
      commands: { test: 'npm test' },
    } as unknown as Parameters<typeof withTaskEnvironment>[0];
    const setup = TaskSetup.parse({ environment: { TZ: "it's" } });
    expect(withTaskEnvironment(plan, { tests, setup })).toMatchObject({
      checks: [{ env: { A: '1', TZ: "it's" } }],
      install: { env: { TZ: "it's" } },
      commands: { test: String.raw`export TZ='it'\''s'; npm test` },
    });
  });
});
