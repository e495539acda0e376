import { InfrastructureError } from '../../user-error.ts';
import type { ComposedTree, TreeReplacement } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { ObjectStore } from './object-store.ts';
import { sentence } from './run-git.ts';
import { withIndexOf, writeTree } from './temporary-index.ts';

const storeContent = async (store: ObjectStore, content: Uint8Array): Promise<string> =>
  (await store.must({ args: ['hash-object', '-w', '--stdin'], stdin: Buffer.from(content) }))
    .toString('utf8')
    .trim();

const toChange = async (store: ObjectStore, one: TreeReplacement): Promise<TreeChange> => {
  if ('blob' in one) return one;
  const content = 'text' in one ? Buffer.from(one.text, 'utf8') : one.bytes;
  return { path: one.path, mode: one.mode, blob: await storeContent(store, content) };
};

/** Removals first: a path may change its kind. */
const indexLines = (changes: readonly TreeChange[], nullId: string): Buffer =>
  Buffer.from(
    [...changes]
      .sort((a, b) => Number(a.blob !== null) - Number(b.blob !== null))
      .map(({ path, mode, blob }) => `${blob === null ? '0' : mode} ${blob ?? nullId}\t${path}\0`)
      .join(''),
    'utf8',
  );

/** `tree` with some paths replaced or removed, as a tree of our store. Answers the replacements with their blobs. */
export const composeTree = async (
  store: ObjectStore,
  tree: string,
  replacements: readonly TreeReplacement[],
): Promise<ComposedTree> => {
  const changes: TreeChange[] = [];
  for (const one of replacements) changes.push(await toChange(store, one));
  if (changes.length === 0) return { tree, changes };
  return withIndexOf(store, tree, async ({ env, ...index }) => {
    const updated = await store.run({
      args: ['update-index', '--add', '--replace', '-z', '--index-info'],
      stdin: indexLines(changes, '0'.repeat(tree.length)),
      env,
    });
    const written = updated.code === 0 ? await writeTree(store, { ...index, env }) : null;
    if (written !== null && written.tree !== null) return { tree: written.tree, changes };
    const why = written?.why ?? sentence(updated.stderr);
    throw new InfrastructureError('compose-tree', `git cannot compose a tree: ${why}`, 'Is the disk full?');
  });
};
