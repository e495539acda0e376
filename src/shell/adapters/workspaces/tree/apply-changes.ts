import { mkdir, open, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeChange } from '../../../ports/workspaces.ts';
import { isSafePath, parentsOf } from '../host/safe-path.ts';
import { isRealFolder } from '../../system/path-kind.ts';
import type { TreeRemoval } from './tree-removal.ts';

export type ReadBlobs = (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

const LINK = '120000';
const SUBMODULE = '160000';
const EXECUTABLE = '100755';
/** Blobs held in memory at once. */
const BATCH = 64;

type Written = TreeChange & { readonly blob: string };
const isWritten = (change: TreeChange): change is Written => change.blob !== null;

/** Every folder of a path becomes a real one: a link or file in its place is replaced, never written through. */
const folderMaker = (root: string) => {
  const made = new Set<string>();
  return async (path: string): Promise<void> => {
    for (const parent of [...parentsOf(path)].reverse()) {
      if (made.has(parent)) continue;
      const at = join(root, parent);
      if (!(await isRealFolder(at))) {
        await rm(at, { force: true });
        await mkdir(at);
      }
      made.add(parent);
    }
  };
};

const writeEntry = async (at: string, mode: string, content: Uint8Array): Promise<void> => {
  await rm(at, { recursive: true, force: true });
  if (mode === SUBMODULE) {
    await mkdir(at);
  } else if (mode === LINK) {
    const end = content.indexOf(0);
    await symlink(Buffer.from(end < 0 ? content : content.subarray(0, end)), at);
  } else {
    const file = await open(at, 'wx', mode === EXECUTABLE ? 0o777 : 0o666);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  }
};

const contentOf = (change: Written, blobs: ReadonlyMap<string, Uint8Array>): Uint8Array => {
  const content = change.mode === SUBMODULE ? new Uint8Array() : blobs.get(change.blob);
  if (content === undefined) throw new Error(`the content of ${change.path} is not in the store`);
  return content;
};

const writeAll = async (root: string, changes: readonly Written[], readBlobs: ReadBlobs): Promise<void> => {
  const makeFolders = folderMaker(root);
  for (let start = 0; start < changes.length; start += BATCH) {
    const batch = changes.slice(start, start + BATCH);
    const ids = batch.filter(({ mode }) => mode !== SUBMODULE).map(({ blob }) => blob);
    const blobs = await readBlobs([...new Set(ids)]);
    for (const change of batch) {
      await makeFolders(change.path);
      await writeEntry(join(root, change.path), change.mode, contentOf(change, blobs));
    }
  }
};

/** Writes changes into a tree in which nothing runs; replaces links. Removals first: a path may change its kind. */
export const applyChanges = async (
  root: string,
  removal: TreeRemoval,
  changes: readonly TreeChange[],
  readBlobs: ReadBlobs,
): Promise<void> => {
  const unsafe = changes.find(({ path }) => !isSafePath(path));
  if (unsafe) throw new Error(`the path ${JSON.stringify(unsafe.path)} leaves the tree`);
  const removed = changes.filter((change) => !isWritten(change)).map(({ path }) => path);
  for (const path of removed) await removal.remove(path);
  await writeAll(root, changes.filter(isWritten), readBlobs);
  await removal.foldEmptied(removed);
};
