import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHydra, type HydraRun } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const DAY_MS = 86_400_000;

let project: ScratchProject;
let cacheHome: string;
const hydra = (...words: string[]): Promise<HydraRun> =>
  runHydra(words, { cwd: project.root, env: { HYDRA_CACHE_DIR: cacheHome } });
const evaluate = (...more: string[]): Promise<HydraRun> =>
  hydra('evaluate', '--base', 'main', '--candidates', project.patches, '--json', ...more);
const cache = async (...words: string[]) => JSON.parse((await hydra('cache', '--json', ...words)).stdout);

const resultFolders = async (): Promise<string[]> => {
  const results = join(project.root, '.hydra', 'cache', 'results');
  const shards = (await readdir(results)).filter((name) => name.length === 2);
  const folders = await Promise.all(
    shards.map(async (shard) =>
      (await readdir(join(results, shard))).map((key) => join(results, shard, key)),
    ),
  );
  return folders.flat();
};

beforeAll(async () => {
  cacheHome = await mkdtemp(join(tmpdir(), 'hydra-cache-'));
  project = await makeProject({
    'hydra.toml':
      '[scoring.commands]\nbuild = "test -f a"\ntest = "false || test -f a"\nlint = false\ninstall = false\n',
    a: '1\n',
  });
  await project.patch('one', { a: `token = "gh${'p_'}${'a1B2c3D4e5F6'.repeat(3)}"\n` });
  await evaluate();
});
afterAll(async () => {
  await project.remove();
  await rm(cacheHome, { recursive: true, force: true });
});

describe('hydra cache', () => {
  test('shows results, runs, objects and checkouts with their sizes', async () => {
    const { results, storage } = await cache();
    expect(results.entries).toBeGreaterThanOrEqual(2);
    expect(results.bytes).toBeGreaterThan(0);
    const kinds = new Set(storage.map(({ kind }: { kind: string }) => kind));
    for (const kind of ['run', 'objects', 'checkout', 'support']) expect(kinds).toContain(kind);
    for (const { bytes, lastUsed } of storage) {
      expect(bytes).toBeGreaterThan(0);
      expect(Date.parse(lastUsed)).toBeGreaterThan(Date.now() - DAY_MS);
    }
    expect((await hydra('cache')).stdout).toMatch(/checkouts of bases +1 /);
  });

  test('an evaluation removes results that were not used for 30 days', async () => {
    const [old] = await resultFolders();
    const then = new Date(Date.now() - 31 * DAY_MS);
    const foreign = join(old ?? '', '..', '0'.repeat(64));
    await mkdir(foreign);
    await writeFile(join(foreign, 'entry.jsonl'), 'old');
    await utimes(join(foreign, 'entry.jsonl'), then, then);
    await utimes(foreign, then, then);
    await evaluate('--fresh');
    expect(await resultFolders()).not.toContain(foreign);
    expect((await cache()).results.entries).toBeGreaterThanOrEqual(2);
  });

  test('prunes by size and age, and only what was requested', async () => {
    const before = await cache();
    const { pruned } = await cache('--prune', '--older-than', '2d');
    expect(pruned).toEqual({ results: { entries: 0, bytes: 0 }, shared: { entries: 0, bytes: 0 } });
    const gone = await cache('--prune', '--max-size', '1b');
    expect(gone.pruned.results.entries).toBe(before.results.entries);
    expect(gone.results.entries).toBe(0);
  });

  test('clear keeps the runs, and the next evaluation makes everything again', async () => {
    await evaluate();
    const { results, storage } = await cache('--clear');
    expect(results.entries).toBe(0);
    const kinds = storage.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('run');
    expect(kinds).not.toContain('checkout');
    expect(kinds).not.toContain('answer');
    const made = await evaluate();
    // One candidate that no test proves: no winner.
    expect(made.code).toBe(1);
    expect(made.stderr).not.toContain('Nothing has changed');
    expect((await hydra('verify', 'latest')).code).toBe(0);
  });

  test('files that a living process uses stay', async () => {
    await evaluate();
    const [repository] = await readdir(cacheHome);
    const users = join(cacheHome, repository ?? '', 'users');
    const { takeClaim } = await import('../../src/shell/adapters/system/claim.ts');
    const claim = await takeClaim(join(users, 'test'));
    await evaluate('--fresh');
    const kinds = (await cache('--clear')).storage.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('checkout');
    await claim?.release();
    const after = (await cache('--clear')).storage.map(({ kind }: { kind: string }) => kind);
    expect(after).not.toContain('checkout');
  });

  test('reports what it does not understand', async () => {
    for (const words of [
      ['--prune', '--max-size', 'much'],
      ['--prune', '--older-than', '1y'],
      ['--max-size', '1GB'],
    ]) {
      const { code, stderr } = await hydra('cache', ...words);
      expect(code).toBe(2);
      expect(stderr).not.toMatch(/at .*\.js/);
    }
  });
});

describe('secrets', () => {
  test('are masked when a diff is shown, with their number', async () => {
    const { stdout, stderr } = await hydra('show', 'latest', '--candidate', 'one', '--diff');
    expect(stdout).toContain('[masked github token]');
    expect(stdout).not.toContain('a1B2c3D4');
    expect(stderr).toContain('1 secret masked');
  });
});
