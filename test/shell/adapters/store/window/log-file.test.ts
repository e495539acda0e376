import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogFile } from '../../../../../src/shell/ports/run-window.ts';
import { logFile, scanLog } from '../../../../../src/shell/adapters/store/window/log-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = async (text: string): Promise<LogFile> => {
  const path = join(folder, 'a.log');
  await writeFile(path, text);
  return logFile(path, await scanLog(path));
};

/** Several chunks of the reader, with lines across their borders. */
const LINES = Array.from({ length: 40_000 }, (_, at) => `line ${at} ${'ä'.repeat(at % 17)}`);

test('any lines of a long file are read as they were written', async () => {
  const log = await open(`${LINES.join('\n')}\n`);
  expect(log.lines).toBe(LINES.length);
  for (const from of [0, 1, 255, 256, 257, 12_345, 39_990])
    expect((await log.read(from, 20)).text).toEqual(LINES.slice(from, from + 20));
  expect(await log.read(LINES.length, 5)).toEqual({ text: [], cut: [] });
});

test('matches are found in order, a page at a time', async () => {
  const log = await open(LINES.join('\n'));
  const found: number[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page = await log.search({ text: 'LINE 39', from, limit: 100, caseSensitive: false });
    found.push(...page.matches.map(({ line }) => line));
    from = page.next;
  }
  expect(found).toEqual(LINES.flatMap((line, at) => (line.startsWith('line 39') ? [at] : [])));
  const none = await log.search({ text: 'LINE 39', from: 0, limit: 1, caseSensitive: true });
  expect(none).toEqual({ matches: [], next: null });
  expect(await log.find((line) => line.startsWith('line 399'), 3)).toEqual([399, 3990, 3991]);
});

test('a line of many megabytes is cut, and the next one is whole', async () => {
  const log = await open(`first\n${'x'.repeat(3_000_000)}\nlast\r\n`);
  const { text, cut } = await log.read(0, 10);
  expect(text.map(({ length }) => length)).toEqual([5, 8000, 4]);
  expect(cut).toEqual([1]);
  expect(log.lines).toBe(3);
});

test('empty files, and a last line without an end', async () => {
  expect((await open('')).lines).toBe(0);
  expect(await (await open('')).read(0, 5)).toEqual({ text: [], cut: [] });
  const log = await open('a\n\nb');
  expect([log.lines, (await log.read(0, 9)).text]).toEqual([3, ['a', '', 'b']]);
});
