import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openResultCache } from '../../../../../src/shell/adapters/store/cache/file-result-cache.ts';
import { walkFolder } from '../../../../../src/shell/adapters/store/files/walk-folder.ts';
import type { CachedResult, ResultCache } from '../../../../../src/shell/ports/run-store.ts';
import { newRepository, removeFolder, sha256 } from '../small-run.ts';

let repository: string;
let cache: ResultCache;
beforeEach(async () => {
  repository = await newRepository();
  cache = openResultCache(repository);
  await mkdir(join(repository, 'taken'));
  await writeFile(join(repository, 'test.log'), 'all passed\n');
});
afterEach(() => removeFolder(repository));

const KEY = sha256('tree, command and tools');
const RESULT: CachedResult = {
  outcome: { status: 'exited', exitCode: 1, durationMs: 3.5 },
  documents: [{ name: 'report.xml', text: '<testsuite/>' }],
  root: '/workspace',
};
const logFiles = () => ({ 'test.log': join(repository, 'test.log') });
const into = async (name: string) => join(repository, 'taken', name);
const taken = () => readFile(join(repository, 'taken', 'test.log'), 'utf8');
const home = (key = KEY) => join(repository, '.hydra/cache/results', key.slice(0, 2), key);

test('a result comes back as it was stored, including logs', async () => {
  expect(await cache.get(KEY, into)).toBeNull();
  await cache.put(KEY, RESULT, logFiles());
  expect(await cache.get(KEY, into)).toEqual(RESULT);
  expect(await taken()).toBe('all passed\n');
  await writeFile(join(repository, 'taken', 'test.log'), 'cut');
  expect(await cache.get(KEY, into)).toEqual(RESULT);
  expect(await taken()).toBe('all passed\n');
});

test('any outcome and documents survive', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\n"', ''));
  const outcome = fc.oneof(
    fc.record({ status: fc.constant('exited' as const), exitCode: fc.integer(), durationMs: fc.nat() }),
    fc.record({
      status: fc.constant('timed-out' as const),
      timeoutMs: fc.integer({ min: 1 }),
      durationMs: fc.nat(),
    }),
    fc.record({ status: fc.constant('killed' as const), signal: text, durationMs: fc.nat() }),
  );
  const result = fc.record({ outcome, documents: fc.array(fc.record({ name: text, text })), root: text });
  await fc.assert(
    fc.asyncProperty(result, async (one) => {
      await cache.put(KEY, one, {});
      expect(await cache.get(KEY, into)).toEqual(one);
    }),
    { numRuns: 25 },
  );
});

test('data of another run is not kept with the outcome', async () => {
  const log = { path: 'baseline/test.log', sha256: KEY, bytes: 1, truncated: false };
  const outcome = Object.assign({}, RESULT.outcome, { log });
  await cache.put(KEY, { ...RESULT, outcome }, {});
  expect((await cache.get(KEY, into))?.outcome).toEqual(RESULT.outcome);
});

test('a later result replaces an earlier one', async () => {
  await cache.put(KEY, { ...RESULT, outcome: { status: 'timed-out', timeoutMs: 10, durationMs: 10 } }, {});
  await cache.put(KEY, RESULT, logFiles());
  expect(await cache.get(KEY, into)).toEqual(RESULT);
});

test('torn or changed data is never returned, and is gone afterwards', async () => {
  for (const file of ['entry.jsonl', 'test.log']) {
    await cache.put(KEY, RESULT, logFiles());
    const path = join(home(), file);
    const bytes = await readFile(path);
    for (const damage of [
      () => truncate(path, bytes.length - 2),
      () => writeFile(path, ''),
      () =>
        writeFile(
          path,
          bytes.map((byte, at) => (at === 5 ? byte ^ 4 : byte)),
        ),
      () => rm(path),
    ]) {
      await damage();
      expect(await cache.get(KEY, into)).toBeNull();
      await cache.put(KEY, RESULT, logFiles());
      expect(await cache.get(KEY, into)).toEqual(RESULT);
    }
  }
  expect(await readdir(join(repository, '.hydra/cache/results/.tmp'))).toEqual([]);
});

test('an entry moved to another key is not that key’s result', async () => {
  await cache.put(KEY, RESULT, {});
  const other = sha256('another');
  await mkdir(home(other), { recursive: true });
  await writeFile(join(home(other), 'entry.jsonl'), await readFile(join(home(), 'entry.jsonl')));
  expect(await cache.get(other, into)).toBeNull();
});

test('many writers and readers of one key see whole results only', async () => {
  await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      if (at % 2 === 0) await cache.put(KEY, RESULT, logFiles());
      const target = async () => join(repository, 'taken', `${at}.log`);
      expect([null, RESULT]).toContainEqual(await cache.get(KEY, target));
    }),
  );
  expect(await cache.get(KEY, into)).toEqual(RESULT);
  expect(await cache.stats()).toMatchObject({ entries: 1 });
});

test('pruning takes the unused first, then the least recently used', async () => {
  expect(await cache.stats()).toEqual({ entries: 0, bytes: 0 });
  const keys = ['a', 'b', 'c', 'd'].map(sha256);
  for (const [at, key] of keys.entries()) {
    await cache.put(key, RESULT, logFiles());
    const used = new Date(Date.now() - (10 - at) * 60_000);
    await utimes(join(home(key), 'entry.jsonl'), used, used);
  }
  const { bytes } = await cache.stats();
  expect(await cache.prune({})).toEqual({ entries: 0, bytes: 0 });
  await cache.get(keys[1]!, into);
  expect(await cache.prune({ olderThanMs: 9.5 * 60_000 })).toMatchObject({ entries: 1 });
  expect(await cache.prune({ maxBytes: bytes / 2 })).toEqual({ entries: 1, bytes: bytes / 4 });
  const left = await Promise.all(
    keys.map((key) =>
      stat(home(key)).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(left).toEqual([false, true, false, true]);
});

test('files left by a killed writer are swept, and nothing else', async () => {
  await cache.put(KEY, RESULT, {});
  const workshop = join(repository, '.hydra/cache/results/.tmp');
  for (const name of ['old', 'new']) await mkdir(join(workshop, name), { recursive: true });
  await utimes(join(workshop, 'old'), 1, 1);
  await cache.prune({});
  expect(await readdir(workshop)).toEqual(['new']);
  expect((await walkFolder(home())).map(({ path }) => path)).toEqual(['entry.jsonl']);
});

test('only a digest is a key', async () => {
  for (const key of ['../x', '', 'A'.repeat(64), KEY.slice(1)])
    await expect(cache.get(key, into)).rejects.toThrow('sha-256');
});
