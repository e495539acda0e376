import { execFileSync } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRunStore } from '../../../../../src/shell/adapters/store/runs/file-run-store.ts';
import { sealManifest } from '../../../../../src/shell/adapters/store/runs/manifest-text.ts';
import { walkFolder } from '../../../../../src/shell/adapters/store/files/walk-folder.ts';
import type { OpenRun, RunStore, VerifyProblem } from '../../../../../src/shell/ports/run-store.ts';
import { ENGINE, finishSmallRun, newRepository, removeFolder, REQUEST, sha256 } from '../small-run.ts';

let repository: string;
let store: RunStore;
let run: OpenRun;
beforeEach(async () => {
  repository = await newRepository();
  store = openRunStore(repository, ENGINE);
  run = await store.create(REQUEST);
  await finishSmallRun(run);
});
afterEach(() => removeFolder(repository));

const at = (path: string) => join(run.folder, path);
const journal = () => join(repository, '.hydra', 'journal.jsonl');
const problems = async (): Promise<string[]> =>
  (await store.verify(run.id)).map(({ path, problem }: VerifyProblem) => `${problem} ${path}`);

const filesOfRun = async () =>
  (await walkFolder(run.folder)).filter(({ kind }) => kind === 'file').map(({ path }) => path);

test('one flipped bit in any file is found, wherever it is', async () => {
  const files = await filesOfRun();
  expect(files).toHaveLength(12);
  for (const path of files) {
    const bytes = await readFile(at(path));
    const stride = Math.max(1, Math.floor(bytes.length / 7));
    for (let place = 0; place < bytes.length; place += stride) {
      const flipped = Buffer.from(bytes);
      flipped[place]! ^= 1 << (place % 8);
      await writeFile(at(path), flipped);
      const found = await store.verify(run.id);
      expect(
        found.map((problem) => problem.path),
        `${path} byte ${place}`,
      ).toEqual([path]);
    }
    await writeFile(at(path), bytes);
  }
  expect(await problems()).toEqual([]);
});

test('every byte of the manifest counts, its own digest and white space included', async () => {
  const bytes = await readFile(at('manifest.json'));
  for (let place = 0; place < bytes.length; place += 13) {
    const flipped = Buffer.from(bytes);
    flipped[place]! ^= 0x20;
    await writeFile(at('manifest.json'), flipped);
    expect((await problems()).length, `byte ${place}`).toBeGreaterThan(0);
    expect((await store.list())[0]?.state, `byte ${place}`).not.toBe('complete');
  }
  await writeFile(at('manifest.json'), `${bytes.toString()} `);
  expect(await problems()).toEqual(['changed manifest.json']);
});

test('cut, missing, added, swapped and linked files are found, and load refuses those it would read', async () => {
  const patch = at('candidates/honest/diff.patch');
  await truncate(patch, 3);
  expect(await problems()).toEqual(['changed candidates/honest/diff.patch']);
  await expect(store.readPatch(run.id, 'honest')).rejects.toMatchObject({ code: 'run-damaged' });
  await rm(patch);
  expect(await problems()).toEqual(['missing candidates/honest/diff.patch']);
  await writeFile(join(repository, 'outside'), 'patch of honest');
  await symlink(join(repository, 'outside'), patch);
  expect(await problems()).toEqual(['changed candidates/honest/diff.patch']);
  await expect(store.readPatch(run.id, 'honest')).rejects.toMatchObject({ code: 'run-damaged' });
  await rm(patch);
  execFileSync('mkfifo', [patch]);
  expect(await problems()).toEqual(['changed candidates/honest/diff.patch']);
  await expect(store.readPatch(run.id, 'honest')).rejects.toMatchObject({ code: 'run-damaged' });
  await rm(patch);
  await writeFile(patch, 'patch of honest');
  expect(await problems()).toEqual([]);
  await mkdir(at('candidates/extra'));
  await symlink('/', at('baseline/link'));
  await appendFile(at('added'), '');
  expect((await problems()).sort()).toEqual([
    'unexpected added',
    'unexpected baseline/link',
    'unexpected candidates/extra',
  ]);
});

test('a folder swapped for a link to a faithful copy is found', async () => {
  await cp(at('candidates'), join(repository, 'copy'), { recursive: true });
  await rm(at('candidates'), { recursive: true });
  await symlink(join(repository, 'copy'), at('candidates'));
  expect((await problems()).filter((problem) => problem.startsWith('missing'))).toHaveLength(6);
});

test('damaged evidence or conclusion is never loaded', async () => {
  for (const path of [
    'run.json',
    'conclusion.json',
    'baseline/evidence.json',
    'candidates/~honest/evidence.json',
  ]) {
    const text = await readFile(at(path), 'utf8');
    await writeFile(at(path), text.replace('true', 'false').replace('main', 'mine'));
    await expect(store.load(run.id)).rejects.toMatchObject({
      code: 'run-damaged',
      message: expect.stringContaining(path),
    });
    await rm(at(path));
    await expect(store.load(run.id)).rejects.toMatchObject({
      message: expect.stringContaining(`${path} is missing`),
    });
    await writeFile(at(path), text);
  }
  await store.load(run.id);
});

/** A forger with the source code: changes a file and makes the manifest agree. */
const forge = async (): Promise<void> => {
  await writeFile(at('candidates/honest/diff.patch'), 'evil');
  const { digest: _, ...body } = JSON.parse(await readFile(at('manifest.json'), 'utf8'));
  const entry = body.files.find(({ path }: { path: string }) => path === 'candidates/honest/diff.patch');
  Object.assign(entry, { sha256: sha256('evil'), bytes: 4 });
  await writeFile(at('manifest.json'), sealManifest(body).text);
};

test('a manifest rewritten to agree with a forged file disagrees with the journal', async () => {
  await forge();
  expect(await problems()).toEqual(['changed manifest.json']);
  const forged = JSON.parse(await readFile(at('manifest.json'), 'utf8')).digest;
  const next = await store.create(REQUEST);
  await finishSmallRun(next);
  expect(await store.verify(next.id)).toEqual([]);
  const honest = await readFile(journal(), 'utf8');
  const { manifest } = JSON.parse(honest.split('\n')[0]!);
  await writeFile(journal(), honest.replace(manifest, forged));
  expect(await problems()).toEqual(['changed journal.jsonl']);
  expect(await store.verify(next.id)).toMatchObject([{ path: 'journal.jsonl', problem: 'changed' }]);
});

test('a journal that was lost, cut or appended to by others is reported', async () => {
  const text = await readFile(journal(), 'utf8');
  await rename(journal(), `${journal()}.away`);
  expect(await problems()).toEqual(['missing journal.jsonl']);
  await symlink(`${journal()}.away`, journal());
  expect(await problems()).toEqual(['unreadable journal.jsonl']);
  await rm(journal());
  await mkdir(journal());
  expect(await problems()).toEqual(['unreadable journal.jsonl']);
  await rm(journal(), { recursive: true });
  await writeFile(journal(), text.slice(0, -10));
  expect(await problems()).toEqual(['missing journal.jsonl']);
  await writeFile(
    journal(),
    `${text}${text.replace(/"manifest":"./, (found) => (found.endsWith('0') ? '"manifest":"1' : '"manifest":"0'))}`,
  );
  expect(await problems()).not.toEqual([]);
});

test('a line torn by a crash does no harm', async () => {
  await appendFile(journal(), '{"after":12,"chain":"torn');
  const next = await store.create(REQUEST);
  await finishSmallRun(next);
  expect(await store.verify(next.id)).toEqual([]);
  expect(await problems()).toEqual([]);
});
