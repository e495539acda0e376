import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type FileBlobStore,
  openFileBlobStore,
} from '../../../../src/shell/adapters/dispatch/file-blob-store.ts';

let folder: string;
let store: FileBlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-blobs-'));
  store = openFileBlobStore(join(folder, 'blobs'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = (content: Uint8Array | null): string | null =>
  content === null ? null : Buffer.from(content).toString('utf8');

test('the same content is one blob, however it comes in', async () => {
  const [file, own] = [join(folder, 'file'), await store.newFile()];
  await Promise.all([writeFile(file, 'content'), writeFile(own, 'content')]);
  const blobs = [
    await store.put(Buffer.from('content')),
    await store.putFile(file, 100),
    await store.adopt(own),
  ];
  expect(new Set(blobs.map((blob) => JSON.stringify(blob))).size).toBe(1);
  expect(await readdir(join(folder, 'blobs'))).toEqual([blobs[0]?.sha256]);
  expect(text(await store.read(blobs[0]!, 100))).toBe('content');
  expect(existsSync(file)).toBe(true);
});

test('a file that is too large, absent or not regular is not stored', async () => {
  await Promise.all([
    writeFile(join(folder, 'large'), 'x'.repeat(11)),
    symlink('large', join(folder, 'link')),
    mkdir(join(folder, 'folder')),
  ]);
  for (const name of ['large', 'link', 'folder', 'absent'])
    expect(await store.putFile(join(folder, name), 10)).toBeNull();
  expect(await store.adopt(await store.newFile())).toBeNull();
  expect(await readdir(join(folder, 'blobs'))).toEqual([]);
  const blob = await store.put(Buffer.from('x'.repeat(11)));
  expect(await store.read(blob, 10)).toBeNull();
});

test('a blob stays as long as one holder needs it', async () => {
  const content = Buffer.from('twice');
  const [blob] = [await store.put(content), await store.put(content)];
  await store.release(blob);
  expect(text(await store.read(blob, 100))).toBe('twice');
  // A new holder while the last one lets go.
  const [again] = await Promise.all([store.put(content), store.release(blob)]);
  expect(text(await store.read(again, 100))).toBe('twice');
  await store.release(again);
  await expect(store.read(again, 100)).rejects.toThrow('not in the store');
  await store.release(again);
});

test('what is written to a log after its end is not part of the blob', async () => {
  const path = await store.newFile();
  await writeFile(path, 'log\n');
  const blob = (await store.adopt(path))!;
  await writeFile(join(folder, 'blobs', blob.sha256), 'late', { flag: 'a' });
  const copy = join(folder, 'copy');
  await store.copyTo(blob, copy);
  expect(await readFile(copy, 'utf8')).toBe('log\n');
  expect(text(await store.read(blob, 100))).toBe('log\n');
});
