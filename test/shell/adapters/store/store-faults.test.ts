import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRunStore } from '../../../../src/shell/adapters/store/runs/file-run-store.ts';
import { replayRun } from '../../../../src/shell/stored/replay-run.ts';
import { childProgram } from '../../../support/child-program.ts';
import { ENGINE, finishSmallRun, newRepository, removeFolder, REQUEST } from './small-run.ts';

const NODE = [process.execPath, childProgram(new URL('store-child.ts', import.meta.url))];

let repository: string;
beforeEach(async () => {
  repository = await newRepository();
});
afterEach(() => removeFolder(repository));

type Ended = { readonly signal: string | null; readonly stdout: string; readonly stderr: string };
const start = ([program, ...args]: readonly string[]): Promise<Ended> =>
  new Promise((done) => {
    const child = execFile(program!, args, (_error, stdout, stderr) =>
      done({ signal: child.signalCode, stdout, stderr }),
    );
  });

test('a run killed at any step is unfinished or whole, and harms no other', async () => {
  const store = openRunStore(repository, ENGINE);
  const before = await store.create(REQUEST);
  await finishSmallRun(before);
  const rehearsal = await start([...NODE, 'crash', repository, '0']);
  const effects = Number(rehearsal.stdout);
  expect(effects, rehearsal.stderr).toBeGreaterThan(40);
  const points = [
    1,
    4,
    9,
    20,
    effects - 25,
    effects - 9,
    ...[6, 5, 4, 3, 2, 1, 0].map((back) => effects - back),
  ];
  const seen = new Set<string>();
  for (let at = 0; at < points.length; at += 2) {
    const ended = await Promise.all(
      points.slice(at, at + 2).map((point) => start([...NODE, 'crash', repository, `${point}`])),
    );
    expect(ended.map(({ signal }) => signal)).toEqual(ended.map(() => 'SIGKILL'));
  }
  for (const { id, state } of await store.list()) {
    seen.add(state);
    if (state === 'complete') {
      expect(await store.verify(id)).toEqual([]);
      expect((await replayRun(store, id)).identical).toBe(true);
    } else {
      await expect(store.load(id)).rejects.toMatchObject({ code: 'run-unfinished' });
      expect(await store.verify(id)).toMatchObject([{ path: 'manifest.json', problem: 'missing' }]);
    }
  }
  expect(seen).toEqual(new Set(['complete', 'unfinished']));
  const after = await store.create(REQUEST);
  await finishSmallRun(after);
  expect(await store.verify(after.id)).toEqual([]);
  expect(await store.verify(before.id)).toEqual([]);
});

test('processes that store runs at the same time do not disturb each other', async () => {
  await Promise.all([1, 2, 3].map(() => start([...NODE, 'race', repository, '6'])));
  const store = openRunStore(repository, ENGINE);
  const runs = await store.list();
  expect(runs).toHaveLength(18);
  for (const { id } of runs) expect(await store.verify(id)).toEqual([]);
  const lines = (await readFile(join(repository, '.hydra', 'journal.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(new Set(lines.map((line) => JSON.parse(line).run)).size).toBe(18);
});

/** A private mount, by a user namespace or as root. */
const unsharing = ['-rm', '-m'].find(
  (how) => spawnSync('unshare', [how, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0,
);

test('a full or read-only disk gives one sentence, and no half run that looks complete', async ({ skip }) => {
  if (unsharing === undefined) skip('no mount namespace here: a small disk cannot be made');
  const script = `mount -t tmpfs -o size=512k none "$0" && exec "$@"`;
  const { stdout, stderr } = await start([
    'unshare',
    unsharing!,
    'sh',
    '-c',
    script,
    repository,
    ...NODE,
    'disk',
    repository,
  ]);
  expect(JSON.parse(stdout || 'null'), stderr).toEqual({
    full: ['UserError disk-full', 'UserError disk-full', 'UserError disk-full'],
    during: ['unfinished', 'complete'],
    problems: [[], []],
    readOnly: ['UserError store-not-writable', 'fine'],
  });
});

test('running out of descriptors is reported as such', async () => {
  const { stdout, stderr } = await start([
    'sh',
    '-c',
    'ulimit -n 128; exec "$@"',
    'sh',
    ...NODE,
    'files',
    repository,
  ]);
  expect(JSON.parse(stdout || 'null'), stderr).toEqual(['InfrastructureError too-many-open-files', 'fine']);
});
