import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'smol-toml';
import { hydraTestId, taskName } from '../../../src/core/bench/import-swe-row.ts';
import { sha256 } from '../../../src/shell/adapters/system/system-clock.ts';
import { localFiles } from '../../../src/shell/adapters/system/local-files.ts';
import { importTasks } from '../../../src/shell/bench/tasks/import-tasks.ts';
import { loadTask } from '../../../src/shell/bench/tasks/load-task.ts';

const reader = { files: localFiles, digest: sha256, parseToml: parse };
const row = {
  instance_id: 'octo__sums-12',
  repo: 'octo/sums',
  base_commit: 'a'.repeat(40),
  patch: '--- a/sums.py\n+++ b/sums.py\n@@ -1 +1 @@\n-a\n+b\n',
  test_patch: '--- a/tests/test_sums.py\n+++ b/tests/test_sums.py\n@@ -1 +1 @@\n-a\n+b',
  problem_statement: '# Sums are wrong\n\nThey are NaN.',
  FAIL_TO_PASS: '["tests/test_sums.py::TestSums::test_none[a-b]"]',
  PASS_TO_PASS: ['tests/test_sums.py::test_two'],
  install_config: { install: ['pip install -e .', 'pip install pytest'], test_cmd: 'pytest -q' },
  hints_text: 'ignored',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('rows of SWE-bench become tasks; an invalid one is refused with its reason', async () => {
  const [from, out] = [join(folder, 'rows.jsonl'), join(folder, 'swe')];
  const bad = { ...row, instance_id: 'octo__sums-13', base_commit: 'main' };
  await writeFile(from, `${JSON.stringify(row)}\n\n${JSON.stringify(bad)}\n`);
  const { imported, refused } = await importTasks(reader, { from, out });
  expect(refused).toEqual([{ name: 'octo__sums-13', reason: 'base_commit: not the full id of a commit' }]);
  expect(imported).toMatchObject([{ task: 'octo__sums-12' }]);
  expect(await loadTask(reader, imported[0]!.folder)).toMatchObject({
    title: 'Sums are wrong',
    language: 'python',
    hiddenIn: 'patch',
    repo: { git: 'https://github.com/octo/sums', ref: row.base_commit },
    setup: { install: 'pip install -e . && pip install pytest', test: 'pytest -q' },
    tests: {
      fail_to_pass: ['tests.test_sums.TestSums > test_none[a-b]'],
      pass_to_pass: ['tests.test_sums > test_two'],
    },
  });
});

test('a JSON list is read too, by id and up to a limit', async () => {
  const [from, out] = [join(folder, 'rows.json'), join(folder, 'list')];
  const rows = [1, 2, 3].map((at) => ({ ...row, instance_id: `octo__sums-${at}` }));
  await writeFile(from, JSON.stringify(rows));
  const { imported } = await importTasks(reader, {
    from,
    out,
    only: ['octo__sums-2', 'octo__sums-3'],
    limit: 1,
  });
  expect(imported.map(({ task }) => task)).toEqual(['octo__sums-2']);
});

test('a Harbor folder becomes a task that its script decides', async () => {
  const from = join(folder, 'harbor');
  const write = async (path: string, text: string) => {
    await mkdir(join(from, 'fix-it', path, '..'), { recursive: true });
    await writeFile(join(from, 'fix-it', path), text);
  };
  await write('instruction.md', 'Fix it\n');
  await write(
    'task.toml',
    'version = "1.0"\n[metadata]\ndifficulty = "hard"\n[verifier]\ntimeout_sec = 90\n',
  );
  await write('environment/Dockerfile', 'FROM python:3.12-slim\nWORKDIR /app\nCOPY app.py /app\n');
  await write('environment/app.py', 'print(1)\n');
  await write('tests/test.sh', 'echo 1 > /logs/verifier/reward.txt\n');
  const { imported } = await importTasks(reader, { from, out: join(folder, 'made') });
  const task = await loadTask(reader, imported[0]!.folder);
  expect(task).toMatchObject({
    id: 'fix-it',
    difficulty: 'hard',
    setup: { image: 'python:3.12-slim', timeout_seconds: 90 },
    tests: { fail_to_pass: { command: 'sh {hidden}/hydra-run-tests.sh {hidden} {workspace}' } },
  });
  expect(await readFile(join(task.folder, 'repo/app.py'), 'utf8')).toBe('print(1)\n');
  expect(await readFile(join(task.folder, 'tests/test.sh'), 'utf8')).toContain('/logs/verifier');
});

test('input that is not a benchmark is refused', async () => {
  await writeFile(join(folder, 'note.txt'), 'hello');
  const request = { from: join(folder, 'note.txt'), out: folder };
  await expect(importTasks(reader, request)).rejects.toMatchObject({ code: 'import' });
  await expect(importTasks(reader, { ...request, from: join(folder, 'nowhere') })).rejects.toMatchObject({
    code: 'import',
  });
});

test('names and test ids', () => {
  expect(hydraTestId('TestAdd')).toBe('TestAdd');
  expect(hydraTestId('a/test_b.py::test_c')).toBe('a.test_b > test_c');
  expect(taskName('Octo__Sums 12')).toBe('octo__sums-12');
});
