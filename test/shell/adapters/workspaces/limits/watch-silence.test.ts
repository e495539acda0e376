import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchSilence } from '../../../../../src/shell/adapters/workspaces/limits/watch-silence.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-silence-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('printed and reported output are signs of life, and the longest time without them is kept', async () => {
  let now = 0;
  const { listen, longestMs } = watchSilence(folder, () => now);
  now = 300;
  expect(listen(0)).toBe(300);
  now = 1000;
  expect(listen(10)).toBe(0);
  now = 1400;
  expect(listen(10)).toBe(400);
  await writeFile(join(folder, 'tests.jsonl'), 'ok\n');
  expect(listen(10)).toBe(0);
  now = 2000;
  expect(listen(10)).toBe(600);
  now = 2900;
  expect(listen(10)).toBe(1500);
  expect(longestMs()).toBe(1500);
  now = 3000;
  expect(longestMs()).toBe(1600);
});

test('time that was not the job’s own makes no job silent', () => {
  let now = 1000;
  const { listen } = watchSilence(folder, () => now);
  now = 1800;
  expect(listen(10)).toBe(0);
  now = 1200;
  expect(listen(10)).toBe(0);
  now = 1500;
  expect(listen(10)).toBe(300);
});

test('a folder that is gone is not an error', () => {
  let now = 0;
  const { listen } = watchSilence(join(folder, 'none'), () => now);
  now = 50;
  expect(listen(0)).toBe(50);
});
