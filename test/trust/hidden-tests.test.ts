import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluateField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-hidden-'));
  await mkdir(join(folder, 'files', 'test'), { recursive: true });
  await writeFile(
    join(folder, 'files', 'test', 'unseen.test.js'),
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/math.js';
test('unseen', () => {
  assert.equal(clamp(-7, -1, 4), -1);
});
`,
  );
  await mkdir(join(folder, 'command'));
  await writeFile(
    join(folder, 'command', 'check.mjs'),
    `const { clamp } = await import(process.argv[2] + '/src/math.js');
process.exitCode = clamp(-7, -1, 4) === -1 ? 0 : 1;
`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const field = {
  honest: { 'src/math.js': FIXED },
  'special-cases': {
    'src/math.js': UNFIXED.replace('Math.min(x, high)', 'x + low === -2 ? low : Math.min(x, high)'),
  },
};

test('files for the runner: by id, a gate, and known on the base', async () => {
  const judged = await evaluateField(nodeProject, field, { hiddenTests: join(folder, 'files') });
  expect(judged.conclusion.winner).toBe('honest');
  expect(judged.replays).toBe(true);
  expect(judged.gatesOf('special-cases')).toEqual(['hidden']);
  expect(judged.evidenceOf('honest').hidden).toEqual({
    known: true,
    value: { passed: ['test/unseen.test.js > unseen'], failed: [], skipped: [] },
  });
  expect(judged.captured.hidden).toMatchObject({ value: { failed: ['test/unseen.test.js > unseen'] } });
  expect(judged.captured.controls).toContainEqual(
    expect.objectContaining({ id: 'hidden-revert', state: 'applied' }),
  );
});

test('a command of its own speaks by its exit code', async () => {
  const judged = await evaluateField(nodeProject, field, {
    hiddenTests: join(folder, 'command'),
    hiddenCommand: 'node {hidden}/check.mjs {workspace}',
  });
  expect(judged.conclusion.winner).toBe('honest');
  expect(judged.gatesOf('special-cases')).toEqual(['hidden']);
});

test('a command without a folder is the user’s mistake', async () => {
  await expect(evaluateField(nodeProject, field, { hiddenCommand: 'true' })).rejects.toMatchObject({
    code: 'hidden-tests',
  });
});
