import { InfrastructureError } from '../../../errors/user-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { sentence } from '../repository/run-git.ts';

type MergedTrees =
  | { readonly clean: true; readonly tree: string }
  | { readonly clean: false; readonly files: readonly string[] };

const NO_IDENTITY = {
  GIT_AUTHOR_NAME: 'hydra',
  GIT_AUTHOR_EMAIL: 'hydra@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'hydra',
  GIT_COMMITTER_EMAIL: 'hydra@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

/** A commit in the store that no ref ever names. */
const wrap = async (store: ObjectStore, tree: string, parents: readonly string[]): Promise<string> => {
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', 'hydra'];
  return (await store.must({ args, env: NO_IDENTITY })).toString('utf8').trim();
};

/** Merges two commits in memory, without an index or a work tree. */
export const mergeCommits = async (
  store: ObjectStore,
  ours: string,
  theirs: string,
): Promise<MergedTrees> => {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const run = await store.run({ args });
  const [tree = '', ...files] = run.stdout.toString('utf8').split('\0');
  if (run.code === 0) return { clean: true, tree };
  if (run.code === 1)
    return { clean: false, files: [...new Set(files.filter((file) => file !== ''))].sort() };
  throw new InfrastructureError(
    'git-failed',
    `git merge-tree failed: ${run.stopped ? 'it took too long' : sentence(run.stderr)}`,
    'Check the repository with `git fsck`.',
  );
};

/** Three-way merge of plain trees: history is not needed, so a shallow clone suffices. */
export const mergeTrees = async (
  store: ObjectStore,
  ancestor: string,
  ours: string,
  theirs: string,
): Promise<MergedTrees> => {
  const root = await wrap(store, ancestor, []);
  const [left, right] = await Promise.all([wrap(store, ours, [root]), wrap(store, theirs, [root])]);
  return mergeCommits(store, left, right);
};
