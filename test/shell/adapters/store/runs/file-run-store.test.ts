import { appendFile, mkdir, readdir, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { conclude } from '../../../../../src/core/conclude/conclude.ts';
import { canonicalDocument, canonicalJson } from '../../../../../src/core/domain/json/canonical-json.ts';
import { withSortedRecords } from '../../../../../src/core/domain/json/sorted-records.ts';
import { TestOutcome } from '../../../../../src/core/domain/check/test-report.ts';
import { openRunStore } from '../../../../../src/shell/adapters/store/runs/file-run-store.ts';
import { replayRun } from '../../../../../src/shell/stored/replay-run.ts';
import { racePolicyOf } from '../../../../../src/core/conclude/race-policy-of.ts';
import { verifyRun } from '../../../../../src/shell/stored/verify-run.ts';
import { UserError } from '../../../../../src/shell/errors/user-error.ts';
import {
  candidateEvidence,
  captured,
  captureSmallRun,
  CONFIG,
  ENGINE,
  finishSmallRun,
  newRepository,
  removeFolder,
  REQUEST,
  testReport,
  treeEvidence,
} from '../small-run.ts';

let repository: string;
beforeEach(async () => {
  repository = await newRepository();
});
afterEach(() => removeFolder(repository));

const open = (options = {}) => openRunStore(repository, { ...ENGINE, ...options });
const userError = (code: string) => expect.objectContaining({ name: 'UserError', code });

test('a saved run is loaded, listed, verified and replayed to the last byte', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  const saved = await finishSmallRun(run);
  const loaded = await store.load(run.id);
  expect(loaded.captured).toEqual(saved);
  expect(loaded).toMatchObject({ id: run.id, ...REQUEST, engineVersion: '0.1.0-test' });
  expect(canonicalDocument(loaded.conclusion)).toBe(loaded.conclusionBytes);
  expect(await verifyRun(store, run.id)).toEqual({ run: run.id, intact: true, problems: [] });
  expect(await replayRun(store, run.id)).toMatchObject({ conclusion: loaded.conclusion, identical: true });
  expect((await replayRun(store, run.id, racePolicyOf(CONFIG))).identical).toBeNull();
  expect(await store.list()).toEqual([
    {
      id: run.id,
      startedAt: REQUEST.startedAt,
      state: 'complete',
      base: 'c0ffee',
      winner: loaded.conclusion.winner,
      candidates: 2,
    },
  ]);
});

const hostileText = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '10',
    '9',
    '',
    'A',
    'a',
    '\u0000',
    '\uD800',
    'é',
    '\n',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const record = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(hostileText, value), { maxLength: 12 }).map((pairs) => {
    const made: Record<string, T> = Object.create(null);
    for (const [key, one] of pairs) made[key] = one;
    return made;
  });
const arbitraryTree = fc
  .tuple(
    fc.option(record(fc.constantFrom(...TestOutcome.options)), { nil: undefined }),
    fc.option(record(hostileText), { nil: undefined }),
  )
  .map(([outcomes, files]) => treeEvidence(testReport(outcomes, files)));

test('any evidence survives storing, with its keys in one order, whatever the names of tests', async () => {
  const store = open();
  await fc.assert(
    fc.asyncProperty(arbitraryTree, fc.array(arbitraryTree, { maxLength: 3 }), async (base, trees) => {
      const run = await store.create(REQUEST);
      const evidence = trees.map((tree, at) => candidateEvidence(`c${at}`, tree, `p${at}`));
      for (const at of trees.keys()) await run.savePatch(`c${at}`, Buffer.from(`p${at}`));
      const saved = withSortedRecords(captured(base, evidence));
      await run.finish(saved, conclude(saved, racePolicyOf(CONFIG), run.id));
      const loaded = (await store.load(run.id)).captured;
      expect(canonicalJson(loaded)).toBe(canonicalJson(saved));
      const order = (one: typeof saved) =>
        [one.baseline, ...one.evidence].map(
          ({ tests }) => tests.known && Object.keys(tests.value.outcomes ?? {}),
        );
      expect(order(loaded)).toEqual(order(saved));
      expect((await replayRun(store, run.id)).identical).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a run is unfinished until its manifest is there', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  const saved = await captureSmallRun(run);
  expect((await store.list())[0]).toMatchObject({ id: run.id, state: 'unfinished', winner: null });
  await expect(store.load(run.id)).rejects.toEqual(userError('run-unfinished'));
  expect(await store.verify(run.id)).toMatchObject([{ path: 'manifest.json', problem: 'missing' }]);
  const { events } = await store.readEvents(run.id);
  expect(events.map(({ event, seq }) => [event, seq])).toEqual([
    ['created', 0],
    ['note', 1],
    ['note', 2],
  ]);
  expect(events[0]).toMatchObject({ request: REQUEST, engineVersion: '0.1.0-test' });
  await run.finish(saved, conclude(saved, racePolicyOf(CONFIG), run.id));
  expect((await store.list())[0]).toMatchObject({ state: 'complete' });
  await expect(run.discard()).rejects.toThrow('stays');
  await expect(run.record({ event: 'note', text: 'late' })).rejects.toThrow('ended');
});

test('a discarded run leaves nothing behind', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  await captureSmallRun(run);
  await run.discard();
  expect(await store.list()).toEqual([]);
  expect(await readdir(join(repository, '.hydra', 'runs'))).toEqual([]);
  await expect(store.load(run.id)).rejects.toEqual(userError('run-unknown'));
});

test('ids sort by creation even if the clock stands still or goes back', async () => {
  const clock = [1000, 1000, 5000, 10, 20, 5000, 6000];
  const store = open({ now: () => clock[0] ?? 0 });
  const ids: string[] = [];
  for (; clock.length > 0; clock.shift()) ids.push((await store.create(REQUEST)).id);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await store.list()).map(({ id }) => id)).toEqual(ids.toReversed());
});

test('a run is found by prefix or as the latest complete one', async () => {
  let now = Date.parse('2026-01-01');
  const store = open({ now: () => (now += 1000) });
  await expect(store.resolve('latest')).rejects.toEqual(userError('run-unknown'));
  const [first, second, third] = [
    await store.create(REQUEST),
    await store.create(REQUEST),
    await store.create(REQUEST),
  ];
  expect(await store.resolve('latest')).toBe(third.id);
  await finishSmallRun(second);
  expect(await store.resolve('latest')).toBe(second.id);
  expect(await store.resolve(first.id.slice(0, 14).toLowerCase())).toBe(first.id);
  const ambiguous = await store.resolve('01').catch((error: unknown) => error);
  expect(ambiguous).toEqual(userError('run-ambiguous'));
  expect((ambiguous as UserError).message).toContain(`${third.id}, ${second.id}, ${first.id}`);
  for (const unknown of ['zz', '', '../../..', `${first.id}0`])
    await expect(store.resolve(unknown)).rejects.toEqual(userError('run-unknown'));
  for (const hostile of ['../../etc', '', 'latest', '.'])
    await expect(store.load(hostile)).rejects.toEqual(userError('run-unknown'));
});

test('hostile names are refused or get a folder of their own', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  for (const name of ['../x', 'a/b', '', 'baseline', 'a\u0000', 'x'.repeat(256)])
    await expect(run.savePatch(name, new Uint8Array())).rejects.toEqual(userError('bad-candidate-name'));
  const names = ['A', 'a', '.git', 'con', 'CON', 'nul.x', 'end.', 'Baseline', 'X'.repeat(100)];
  const logs = [
    'evidence.json',
    'diff.patch',
    '../../x',
    '/abs',
    'Test.log',
    'test.log',
    '\u0000',
    'y'.repeat(500),
  ];
  const paths = new Set<string>();
  for (const name of names) {
    await run.savePatch(name, Buffer.from(name));
    for (const log of logs) paths.add((await run.logPath(name, log)).toLowerCase());
  }
  expect(paths.size).toBe(names.length * logs.length);
  for (const path of paths) expect(dirname(dirname(path))).toBe(join(run.folder, 'candidates').toLowerCase());
  const evidence = names.map((name) => candidateEvidence(name, treeEvidence(testReport({})), name));
  const saved = captured(treeEvidence(testReport({})), evidence);
  await run.finish(saved, conclude(saved, racePolicyOf(CONFIG), run.id));
  for (const name of names) expect(Buffer.from(await store.readPatch(run.id, name)).toString()).toBe(name);
  expect(await store.verify(run.id)).toEqual([]);
});

test('a log is measured, cut at the limit and read back; a late writer cannot change it', async () => {
  const store = open({ maxLogBytes: 1000 });
  const run = await store.create(REQUEST);
  const path = await run.logPath('baseline', 'test.log');
  await writeFile(path, 'x'.repeat(5000));
  const cut = await run.sealLog('baseline', 'test.log');
  expect(cut).toMatchObject({ path: 'baseline/test.log', bytes: 1000, truncated: true });
  expect(await run.logPath('baseline', 'build.log')).toBe(join(run.folder, 'baseline', 'build.log'));
  expect(await run.sealLog('baseline', 'build.log')).toMatchObject({ bytes: 0, truncated: false });
  await writeFile(await run.logPath('baseline', 'unsealed.log'), 'y'.repeat(3000));
  await appendFile(path, 'late');
  const saved = captured(treeEvidence(testReport({})), []);
  await run.finish(saved, conclude(saved, racePolicyOf(CONFIG), run.id));
  expect(Buffer.from(await store.readLog(run.id, cut)).toString()).toBe('x'.repeat(1000));
  expect(await store.verify(run.id)).toEqual([]);
  await expect(store.readLog(run.id, { ...cut, path: '../../../x' })).rejects.toEqual(
    userError('run-damaged'),
  );
});

test('evidence that refers to anything not stored is refused', async () => {
  const run = await open().create(REQUEST);
  const all = await captureSmallRun(run);
  const [first] = all.evidence;
  const forged = { ...all, evidence: [{ ...first!, patchSha256: '0'.repeat(64) }] };
  await expect(run.finish(forged, conclude(forged, racePolicyOf(CONFIG), run.id))).rejects.toThrow(
    'patch of Honest',
  );
  expect((await open().list())[0]).toMatchObject({ state: 'unfinished' });
});

test('a run of a newer format is reported as such', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  await finishSmallRun(run);
  const file = join(run.folder, 'manifest.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"schemaVersion":1', '"schemaVersion":2'));
  await expect(store.load(run.id)).rejects.toEqual(userError('run-newer'));
  expect((await store.list())[0]).toMatchObject({
    state: 'unreadable',
    reason: expect.stringContaining('format 2'),
  });
});

test('.hydra is hidden by the local exclude file, once, in linked work trees too', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' });
  git('init', '-q');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'x');
  git('worktree', 'add', '-q', join(repository, 'linked'));
  await openRunStore(join(repository, 'linked'), ENGINE).create(REQUEST);
  await open().create(REQUEST);
  await open().create(REQUEST);
  expect(git('status', '--porcelain')).toBe('?? linked/\n');
  expect(
    execFileSync('git', ['-C', join(repository, 'linked'), 'status', '--porcelain'], { encoding: 'utf8' }),
  ).toBe('');
  expect((await readFile(join(repository, '.git/info/exclude'), 'utf8')).match(/hydra/g)).toHaveLength(1);
});

test('a link in place of .hydra is refused', async () => {
  await mkdir(join(repository, 'elsewhere'));
  await symlink('elsewhere', join(repository, '.hydra'));
  await expect(open().create(REQUEST)).rejects.toEqual(userError('store-not-a-folder'));
});

test('a torn line in the trace is reported, and the rest is read', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  await run.record({ event: 'quality_detail', detail: { seq: 'mine' } });
  await run.record({ event: 'quality_detail', seq: 'mine' });
  const file = join(run.folder, 'events.jsonl');
  expect((await store.readEvents(run.id)).events.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  await truncate(file, (await readFile(file)).length - 5);
  expect(await store.readEvents(run.id)).toMatchObject({ events: [{ seq: 0 }, { seq: 1 }], torn: true });
});

test('a renamed run folder is not another run', async () => {
  const store = open();
  const run = await store.create(REQUEST);
  await finishSmallRun(run);
  const other = `${run.id.slice(0, -1)}${run.id.endsWith('0') ? '1' : '0'}`;
  await rename(run.folder, join(dirname(run.folder), other));
  await expect(store.load(other)).rejects.toEqual(userError('run-damaged'));
  expect((await store.verify(other)).map(({ path }) => path)).toEqual(['manifest.json', 'journal.jsonl']);
});
