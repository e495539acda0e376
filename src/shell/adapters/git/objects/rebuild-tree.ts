import { type MadeTree, refused } from '../import/apply-patch-to-tree.ts';
import type { ObjectStore } from './object-store.ts';
import { indexInfo, readRawChanges } from './read-changes.ts';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import { sentence } from '../repository/run-git.ts';
import { withIndexOf, writeTree } from './temporary-index.ts';

const listing = (store: ObjectStore, tree: string): Promise<Buffer> =>
  store.must({ args: ['ls-tree', '-r', '-z', tree] });

/** `update-index` skips a path that it rejects, and exits with 0. */
const passedBy = (stderr: string): string | null => {
  const [, path] = /^Ignoring path (.*)$/m.exec(stderr) ?? [];
  return path === undefined ? null : (refusePath(path) ?? `has a path that git does not allow: ${path}`);
};

/**
 * The same tree rebuilt from the base by its differences.
 * A tree object from a foreign commit can contain what no index accepts: `.git`, `..`, a duplicate name.
 */
export const rebuildTree = (store: ObjectStore, base: string, tree: string): Promise<MadeTree> =>
  withIndexOf(store, base, async (index) => {
    const listed = await store.run({ args: ['ls-tree', '-r', '-z', tree] });
    if (listed.code !== 0) return refused(`has a malformed tree: ${sentence(listed.stderr)}`);
    const changes = indexInfo(await readRawChanges(store, base, tree), 'change');
    const updated = await store.run({
      args: ['update-index', '-z', '--index-info'],
      stdin: changes,
      env: index.env,
    });
    const bad = passedBy(updated.stderr);
    if (bad !== null) return refused(bad);
    if (updated.code !== 0) return refused(`has a malformed tree: ${sentence(updated.stderr)}`);
    const written = await writeTree(store, index);
    if (written.tree === null) return refused(`has a malformed tree: ${written.why}`);
    // Old modes and empty folders give another id for the same files; duplicate or unsorted names do not.
    if (written.tree !== tree && !listed.stdout.equals(await listing(store, written.tree))) {
      return refused('has a malformed tree: names twice or out of order');
    }
    return { ok: true, tree: written.tree };
  });
