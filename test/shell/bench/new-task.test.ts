import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../../src/faces/wiring/session.ts';
import { openBenchTools } from '../../../src/faces/wiring/wiring-bench.ts';
import type { BenchTools } from '../../../src/shell/bench/bench-tools.ts';
import { inTaskRepository } from '../../../src/shell/bench/tasks/in-task-repository.ts';
import { loadTask } from '../../../src/shell/bench/tasks/load-task.ts';
import { type NewTask, newTaskFromCommit } from '../../../src/shell/bench/tasks/new-task.ts';
import { has, unless } from '../../support/needs.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';

const TESTS = `const test = require('node:test');
const assert = require('node:assert');
const { sum } = require('../sum.js');
test('adds', () => assert.equal(sum(1, 2), 3));
`;
const NEW_TESTS = `${TESTS}test('adds nothing', () => assert.equal(sum(), 0));
`;

let project: ScratchProject;
let bench: BenchTools;
let fix: string;
let made: NewTask;
const session = openSession();
const out = (): string => join(project.patches, 'tasks');

beforeAll(async () => {
  project = await makeProject({
    'package.json': '{ "name": "sums", "version": "1.0.0", "scripts": { "test": "node --test" } }\n',
    'sum.js': 'exports.sum = (a, b) => a + b;\n',
    'test/sum.test.js': TESTS,
  });
  await project.write({
    'sum.js': 'exports.sum = (a = 0, b = 0) => a + b;\n',
    'test/sum.test.js': NEW_TESTS,
  });
  fix = await project.commit('fix: count missing numbers as 0 (#12)\n\nThey gave NaN.\n\nFixes #11');
  bench = await openBenchTools(session);
  if (has.sandbox)
    made = await newTaskFromCommit(bench, {
      repository: project.root,
      commit: 'HEAD',
      out: out(),
      recipe: true,
      repeat: 2,
    });
});
afterAll(async () => {
  await session.close();
  await project.remove();
});

describe.skipIf(!has.sandbox)(`a task from a commit${unless('sandbox')}`, () => {
  test('has its tests sorted, a text, an estimate, and a proof', async () => {
    expect(made.tests).toMatchObject({
      fail_to_pass: ['test/sum.test.js > adds nothing'],
      pass_to_pass: ['test/sum.test.js > adds'],
      flaky: [],
    });
    expect(made).toMatchObject({
      difficulty: 'easy',
      estimate: { lines: 2, files: 1, hunks: 1 },
      proof: { problems: [] },
    });
    expect(await readFile(join(made.folder, 'issue.md'), 'utf8')).toBe(
      'Count missing numbers as 0.\n\nThey gave NaN.\n',
    );
  });

  test('is a recipe that says where everything is, and starts from one commit without history', async () => {
    const task = await loadTask(bench.reader, made.folder);
    expect(task).toMatchObject({
      hiddenIn: 'fix',
      gold: null,
      repo: { fix },
      kind: 'bug',
      language: 'javascript',
    });
    await inTaskRepository(bench, task, async ({ root, gold, hidden, tools }) => {
      expect((await hidden()).map(({ path }) => path)).toEqual(['test/sum.test.js']);
      expect(Buffer.from(await gold()).toString()).toContain('+exports.sum = (a = 0, b = 0)');
      await expect(tools.repository.resolveBase(fix)).rejects.toMatchObject({ code: 'unknown-ref' });
      await expect(tools.repository.resolveBase('main^')).rejects.toMatchObject({ code: 'unknown-ref' });
      expect(root).not.toContain(project.root);
    });
  });

  test('a commit without tests, and one that only changes tests, are refused', async () => {
    await project.write({ 'README.md': 'sums\n' });
    await project.commit('docs');
    const request = { repository: project.root, commit: 'HEAD', out: out() };
    await expect(newTaskFromCommit(bench, request)).rejects.toMatchObject({ code: 'task-commit' });
    await project.write({ 'test/sum.test.js': `${TESTS}// more\n` });
    await project.commit('more tests');
    await expect(newTaskFromCommit(bench, request)).rejects.toMatchObject({ code: 'task-commit' });
    await expect(
      newTaskFromCommit(bench, { repository: project.root, commit: fix, out: out() }),
    ).rejects.toMatchObject({ code: 'task-exists' });
  });
});
