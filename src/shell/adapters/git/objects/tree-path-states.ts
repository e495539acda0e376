import type { PatchFault, PatchOp } from '../../../../core/domain/candidate/patch-op.ts';
import { type ReadLink, resolveLinks } from '../../../../core/patch/resolve-links.ts';
import { A_LINK, snapshotOf, type PathState } from '../../../../core/patch/tree-snapshot.ts';
import type { ObjectStore } from './object-store.ts';
import { treeEntries, readBlobs, type TreeEntry } from './read-objects.ts';

export const MODE = { file: '100644', executable: '100755', link: '120000', submodule: '160000' } as const;

export type TreeStandings =
  | {
      readonly ok: true;
      readonly states: ReadonlyMap<string, PathState>;
      readonly modes: ReadonlyMap<string, string>;
      readonly places: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

const linkReader =
  (store: ObjectStore, entries: ReadonlyMap<string, TreeEntry>): ReadLink =>
  async (path) => {
    const entry = entries.get(path);
    if (entry?.mode !== MODE.link) return null;
    const blob = (await readBlobs(store, [entry.id])).get(entry.id);
    const target = Buffer.from(blob ?? []).toString('utf8');
    return { target, from: target.startsWith('/') || target === '' ? 'outside' : 'folder' };
  };

const pathStateOf = ({ mode, id }: TreeEntry, blobs: ReadonlyMap<string, Uint8Array>): PathState => {
  if (mode === MODE.link) return A_LINK;
  if (mode === MODE.submodule) return { is: 'other', what: 'a submodule' };
  const bytes = blobs.get(id);
  return bytes === undefined ? { is: 'other', what: 'larger than 64 MB' } : { is: 'file', bytes };
};

/** The content of a tree at the operations' paths. */
export const treePathStates = async (
  store: ObjectStore,
  tree: string,
  ops: readonly PatchOp[],
): Promise<TreeStandings> => {
  const entries = await treeEntries(store, tree);
  const resolved = await resolveLinks(ops, linkReader(store, entries));
  if (!resolved.ok) return resolved;
  const named = new Set(resolved.places);
  const ids = [...named].flatMap((path) => entries.get(path)?.id ?? []);
  const blobs = await readBlobs(store, ids);
  const unread: PathState = { is: 'other', what: 'a file' };
  const files = [...entries].map(
    ([path, entry]) => [path, named.has(path) ? pathStateOf(entry, blobs) : unread] as const,
  );
  const modes = new Map([...entries].map(([path, { mode }]) => [path, mode] as const));
  return { ok: true, states: snapshotOf(files), modes, places: resolved.places };
};
