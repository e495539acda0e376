import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRawChanges } from '../../../../src/shell/adapters/git/objects/read-changes.ts';
import type { Base, GitRepository } from '../../../../src/shell/ports/git-repository.ts';
import { type Scratch, removeScratch, scratchRepository } from './scratch-repository.ts';

let scratch: Scratch;
let repository: GitRepository;
let base: Base;
let after: Base;
const LONG = Array.from({ length: 50 }, (_, i) => `line ${i}\n`).join('');

beforeAll(async () => {
  scratch = await scratchRepository({
    'src/old name.txt': LONG,
    'hydra.toml': 'x = 1\n',
    link: { link: 'hydra.toml' },
    'new\nline': 'x\n',
    'data.bin': new Uint8Array([0, 1, 2]),
    '-dash': 'dash\n',
    '*': 'star\n',
  });
  repository = await scratch.open();
  base = await repository.resolveBase('main');
  scratch.git(['mv', 'src/old name.txt', 'src/nëw.txt']);
  await scratch.commit({
    'src/nëw.txt': LONG.replace('line 7', 'line seven'),
    '.gitattributes': '* -diff\n* binary\n',
    'data.bin': new Uint8Array([0, 1, 2, 3]),
    'hydra.toml': { program: 'x = 1\n' },
  });
  after = await repository.resolveBase('main');
});
afterAll(removeScratch);

test('renames are followed, and attributes hide neither lines nor binaries', async () => {
  const { raw, numstat } = await repository.rawDiff(base.tree, after.tree);
  expect(Buffer.from(raw).toString()).toMatch(/ R\d+\0src\/old name\.txt\0src\/nëw\.txt\0/);
  expect(Buffer.from(raw).toString()).toMatch(/:100644 100755 [0-9a-f]{40} [0-9a-f]{40} M\0hydra\.toml\0/);
  expect(Buffer.from(numstat).toString()).toContain('1\t1\t\0src/old name.txt\0src/nëw.txt\0');
  expect(Buffer.from(numstat).toString()).toContain('-\t-\tdata.bin\0');
  expect(Buffer.from(numstat).toString()).toContain('2\t0\t.gitattributes\0');
});

test('changes are plain: a rename is a removal and an addition', async () => {
  const changes = await repository.changes(base.tree, after.tree);
  expect(changes.map(({ path, mode, blob }) => [path, mode, blob === null])).toEqual([
    ['.gitattributes', '100644', false],
    ['data.bin', '100644', false],
    ['hydra.toml', '100755', false],
    ['src/nëw.txt', '100644', false],
    ['src/old name.txt', '000000', true],
  ]);
  expect(await repository.changes(base.tree, base.tree)).toEqual([]);
});

test('bytes that git never prints do not throw', () => {
  expect(parseRawChanges(Buffer.from('nonsense\0'))).toEqual([]);
  expect(parseRawChanges(Buffer.from(''))).toEqual([]);
  expect(parseRawChanges(Buffer.from('a\0b\0c'))).toEqual([]);
});

test('files and their text', async () => {
  expect([...(await repository.listFiles(base.tree))].sort()).toEqual(
    ['*', '-dash', 'data.bin', 'hydra.toml', 'link', 'new\nline', 'src/old name.txt'].sort(),
  );
  expect(await repository.readText(base.tree, 'hydra.toml')).toBe('x = 1\n');
  expect(await repository.readText(base.tree, '-dash')).toBe('dash\n');
  expect(await repository.readText(base.tree, '*')).toBe('star\n');
  expect(await repository.readText(base.tree, 'new\nline')).toBe('x\n');
  for (const path of [
    'missing',
    'src',
    'link',
    '',
    '../hydra.toml',
    './hydra.toml',
    '/etc/passwd',
    'a\0b',
    '?',
  ]) {
    expect(await repository.readText(base.tree, path), path).toBeNull();
  }
});

test('files that mention a text, as it is', async () => {
  expect([...(await repository.filesMentioning(base.tree, ['x = 1', 'star']))].sort()).toEqual([
    '*',
    'hydra.toml',
  ]);
  expect(await repository.filesMentioning(base.tree, ['x'])).toContain('new\nline');
  // A pattern for other programs, an option, a link's target, bytes of a binary file.
  for (const text of ['x .* 1', '--help', 'hydra.toml', '\u0001\u0002', '', 'x = 1\ny'])
    expect(await repository.filesMentioning(base.tree, [text]), text).toEqual([]);
  expect(await repository.filesMentioning(base.tree, [])).toEqual([]);
  await expect(repository.filesMentioning('0'.repeat(40), ['x'])).rejects.toMatchObject({
    code: 'git-failed',
  });
});

test('blobs by id; unknown ids are absent', async () => {
  const id = (path: string) => scratch.git(['rev-parse', `${base.commit}:${path}`]).trim();
  const ids = [id('data.bin'), id('hydra.toml'), id('src/old name.txt'), id('data.bin')];
  const blobs = await repository.readBlobs([...ids, '0'.repeat(40), base.tree, 'HEAD', '--help', 'x\ny']);
  expect(blobs.size).toBe(3);
  expect([...(blobs.get(id('data.bin')) ?? [])]).toEqual([0, 1, 2]);
  expect(Buffer.from(blobs.get(id('src/old name.txt')) ?? []).toString()).toBe(LONG);
  expect((await repository.readBlobs([])).size).toBe(0);
});

test('a tree is listed and a small file read once: neither can change', async () => {
  const own = await scratchRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const opened = await own.open();
  const { tree } = await opened.resolveBase('main');
  const files = await opened.listFiles(tree);
  expect(await opened.readText(tree, 'a.txt')).toBe('a\n');
  await rm(join(opened.commonDir, 'objects'), { recursive: true });
  expect(await opened.listFiles(tree)).toEqual(files);
  expect((await opened.listBlobs(tree)).map(({ path }) => path)).toEqual(files);
  expect(await opened.readText(tree, 'a.txt')).toBe('a\n');
  await expect(opened.readText(tree, 'b.txt')).rejects.toMatchObject({ code: 'file-unreadable' });
});
