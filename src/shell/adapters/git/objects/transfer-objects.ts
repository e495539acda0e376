import type { ObjectStore } from './object-store.ts';
import type { UserGit } from '../repository/user-git.ts';

/** Copies the objects of `tree` that `known` lacks from the store into the user's repository. */
export const transferObjects = async (
  store: ObjectStore,
  user: UserGit,
  tree: string,
  known: string,
): Promise<void> => {
  const listed = await store.must({
    args: ['rev-list', '--objects', '--no-object-names', tree, `^${known}`],
  });
  if (listed.length === 0) return;
  const pack = await store.must({ args: ['pack-objects', '--stdout', '-q', '--threads=1'], stdin: listed });
  await user.must(['unpack-objects', '-q'], pack);
};
