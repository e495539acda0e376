import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError, UserError } from '../../../errors/user-error.ts';
import type { ObjectStore } from './object-store.ts';
import { sentence } from '../repository/run-git.ts';

/** An index of our own, never the user's: its folder and the variable that every git call on it needs. */
export type TemporaryIndex = {
  readonly folder: string;
  readonly env: { readonly GIT_INDEX_FILE: string };
};

const indexIn = (folder: string): TemporaryIndex => ({
  folder,
  env: { GIT_INDEX_FILE: join(folder, 'index') },
});

const refuseTree = (tree: string, stderr: string): Error =>
  /invalid path/i.test(stderr)
    ? new UserError(
        'unusable-base',
        `git refuses to check out the base: ${sentence(stderr)}`,
        'Choose a base without that path.',
      )
    : new InfrastructureError(
        'git-failed',
        `git cannot read tree ${tree}: ${sentence(stderr)}`,
        'Check the repository with `git fsck`.',
      );

const readIndexOf = (store: ObjectStore, tree: string): Promise<Buffer> =>
  store.inTemporaryFolder(async (folder) => {
    const { env } = indexIn(folder);
    const read = await store.run({ args: ['read-tree', tree], env });
    if (read.code !== 0) throw refuseTree(tree, read.stderr);
    return readFile(env.GIT_INDEX_FILE);
  });

/** Every candidate of a run starts from the same tree: its index is made once. */
const lastIndex = new WeakMap<ObjectStore, { readonly tree: string; readonly bytes: Promise<Buffer> }>();

const indexBytes = (store: ObjectStore, tree: string): Promise<Buffer> => {
  const last = lastIndex.get(store);
  if (last?.tree === tree) return last.bytes;
  const bytes = readIndexOf(store, tree);
  lastIndex.set(store, { tree, bytes });
  bytes.catch(() => lastIndex.delete(store));
  return bytes;
};

/** Works on a temporary index that contains `tree`. */
export const withIndexOf = async <T>(
  store: ObjectStore,
  tree: string,
  work: (index: TemporaryIndex) => Promise<T>,
): Promise<T> => {
  const bytes = await indexBytes(store, tree);
  return withEmptyIndex(store, async (index) => {
    await writeFile(index.env.GIT_INDEX_FILE, bytes);
    return work(index);
  });
};

export const withEmptyIndex = <T>(
  store: ObjectStore,
  work: (index: TemporaryIndex) => Promise<T>,
): Promise<T> => store.inTemporaryFolder((folder) => work(indexIn(folder)));

/** Id of the tree in the index, or null and git's message if an object is missing. */
export const writeTree = async (
  store: ObjectStore,
  index: TemporaryIndex,
): Promise<{ readonly tree: string } | { readonly tree: null; readonly why: string }> => {
  const run = await store.run({ args: ['write-tree'], env: index.env });
  return run.code === 0
    ? { tree: run.stdout.toString('utf8').trim() }
    : { tree: null, why: sentence(run.stderr) };
};
