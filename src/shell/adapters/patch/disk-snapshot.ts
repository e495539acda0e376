import { lstat, readlink } from 'node:fs/promises';
import type { PatchFault, PatchOp } from '../../../core/domain/candidate/patch-op.ts';
import { type ReadLink, resolveLinks } from '../../../core/patch/resolve-links.ts';
import { foldersAbove, type PathState } from '../../../core/patch/tree-snapshot.ts';
import { codeOf, type Identity, readPathState } from './read-path-state.ts';
import { withPath } from './with-folder.ts';

const MAX_READ_BYTES = 256 * 1024 * 1024;

export type DiskSnapshot = {
  readonly ok: true;
  readonly states: ReadonlyMap<string, PathState>;
  readonly identities: ReadonlyMap<string, Identity>;
  /** Where each operation's path leads. */
  readonly places: readonly string[];
};

type Refused = { readonly ok: false; readonly faults: readonly PatchFault[] };

const target = async (root: string, path: string): Promise<string | null> => {
  try {
    return await withPath(root, path, async (at) =>
      (await lstat(at)).isSymbolicLink() ? readlink(at) : null,
    );
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EINVAL'].includes(codeOf(error))) return null;
    throw error;
  }
};

const linkReader = (root: string): ReadLink => {
  const known = new Map<string, Awaited<ReturnType<ReadLink>>>();
  const read: ReadLink = async (path) => {
    const to = await target(root, path);
    if (to === null) return null;
    if (!to.startsWith('/')) return { target: to, from: 'folder' };
    return to.startsWith(`${root}/`)
      ? { target: to.slice(root.length + 1), from: 'root' }
      : { target: to, from: 'outside' };
  };
  return async (path) => {
    if (!known.has(path)) known.set(path, await read(path));
    return known.get(path) ?? null;
  };
};

/** Everything at the paths of the operations, and above them. `root` must be a real path. */
export const snapshotDisk = async (
  root: string,
  ops: readonly PatchOp[],
): Promise<DiskSnapshot | Refused> => {
  const resolved = await resolveLinks(ops, linkReader(root));
  if (!resolved.ok) return resolved;
  const states = new Map<string, PathState>();
  const identities = new Map<string, Identity>();
  const looked = new Set<string>();
  let bytes = 0;
  for (const [op, place] of resolved.places.entries())
    for (const path of [place, ...foldersAbove(place)]) {
      if (looked.has(path)) continue;
      looked.add(path);
      const found = await readPathState(root, path);
      if (found === null) continue;
      states.set(path, found.state);
      identities.set(path, found.identity);
      bytes += found.state.is === 'file' ? found.state.bytes.length : 0;
      if (bytes > MAX_READ_BYTES)
        return {
          ok: false,
          faults: [
            { op, field: 'path', reason: 'is one file too many: they are larger than 256 MB together' },
          ],
        };
    }
  return { ok: true, states, identities, places: resolved.places };
};
