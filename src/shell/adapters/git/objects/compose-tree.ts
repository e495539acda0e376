import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError } from '../../../errors/user-error.ts';
import type { ComposedTree, TreeReplacement } from '../../../ports/git-repository.ts';
import type { TreeChange } from '../../../ports/workspaces.ts';
import type { ObjectStore } from './object-store.ts';
import { sentence } from '../repository/run-git.ts';
import { withIndexOf, writeTree } from './temporary-index.ts';

/** Hashes all contents in one process, which reads each from a file. */
const storeContents = (store: ObjectStore, contents: readonly Uint8Array[]): Promise<readonly string[]> =>
  store.inTemporaryFolder(async (folder) => {
    for (const [at, content] of contents.entries()) await writeFile(join(folder, String(at)), content);
    const written = await store.must({
      args: ['hash-object', '-w', '--no-filters', '--stdin-paths'],
      // Relative, as the folder's own path may contain a newline.
      cwd: folder,
      stdin: contents.map((_, at) => `${at}\n`).join(''),
    });
    return written.toString('utf8').trimEnd().split('\n');
  });

const contentOf = (one: Exclude<TreeReplacement, TreeChange>): Uint8Array =>
  'text' in one ? Buffer.from(one.text, 'utf8') : one.bytes;

const isContent = (one: TreeReplacement): one is Exclude<TreeReplacement, TreeChange> => !('blob' in one);

const toChanges = async (
  store: ObjectStore,
  replacements: readonly TreeReplacement[],
): Promise<readonly TreeChange[]> => {
  const contents = replacements.filter(isContent);
  const blobs = contents.length === 0 ? [] : await storeContents(store, contents.map(contentOf));
  const blobOf = new Map(contents.map((one, at) => [one, blobs[at] ?? ''] as const));
  return replacements.map((one) =>
    isContent(one) ? { path: one.path, mode: one.mode, blob: blobOf.get(one) ?? '' } : one,
  );
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

/** `tree` with some paths replaced or removed, as a tree of our store. Returns the replacements with their blobs. */
export const composeTree = async (
  store: ObjectStore,
  tree: string,
  replacements: readonly TreeReplacement[],
): Promise<ComposedTree> => {
  const changes = await toChanges(store, replacements);
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
    throw new InfrastructureError(
      'compose-tree',
      `git cannot compose a tree: ${why}`,
      'Check whether the disk is full.',
    );
  });
};
