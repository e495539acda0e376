import { join } from 'node:path';
import { InfrastructureError, UserError } from '../../user-error.ts';
import type { ObjectStore } from './object-store.ts';
import { sentence } from './run-git.ts';

/** An index of our own, never the user's: a folder for it and the variable that every git call on it needs. */
export type TemporaryIndex = {
  readonly folder: string;
  readonly env: { readonly GIT_INDEX_FILE: string };
};

/** Works on an index that holds `tree` and is forgotten afterwards. */
export const withIndexOf = <T>(
  store: ObjectStore,
  tree: string,
  work: (index: TemporaryIndex) => Promise<T>,
): Promise<T> =>
  store.inTemporaryFolder(async (folder) => {
    const index = { folder, env: { GIT_INDEX_FILE: join(folder, 'index') } };
    const read = await store.run({ args: ['read-tree', tree], env: index.env });
    if (read.code === 0) return work(index);
    if (!/invalid path/i.test(read.stderr)) {
      throw new InfrastructureError(
        'git-failed',
        `git cannot read tree ${tree}: ${sentence(read.stderr)}`,
        'Does `git fsck` find the repository sound?',
      );
    }
    throw new UserError(
      'unusable-base',
      `git refuses to check out the base: ${sentence(read.stderr)}`,
      'Choose a base without that path.',
    );
  });

/** Id of the tree in the index, or null and git's complaint where an object is missing. */
export const writeTree = async (
  store: ObjectStore,
  index: TemporaryIndex,
): Promise<{ readonly tree: string } | { readonly tree: null; readonly why: string }> => {
  const run = await store.run({ args: ['write-tree'], env: index.env });
  return run.code === 0
    ? { tree: run.stdout.toString('utf8').trim() }
    : { tree: null, why: sentence(run.stderr) };
};
