import { foldersAbove, type PathState } from './tree-snapshot.ts';

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, at) => byte === right[at]);

const depth = (path: string): number => path.split('/').length;

/** A tree after some operations; the snapshot below it is not changed. */
export const openTree = (snapshot: ReadonlyMap<string, PathState>) => {
  const changed = new Map<string, PathState | null>();
  let written = 0;
  const at = (path: string): PathState | null =>
    changed.has(path) ? (changed.get(path) ?? null) : (snapshot.get(path) ?? null);

  /** The nearest ancestor of a path that is not a folder. */
  const blocking = (path: string): string | null => {
    for (const folder of foldersAbove(path)) {
      const found = at(folder);
      if (found !== null) return found.is === 'folder' ? null : folder;
    }
    return null;
  };

  /** Counts names in the folders above: a folder exists as long as it contains a name. */
  const count = (path: string, difference: 1 | -1): void => {
    for (const folder of foldersAbove(path)) {
      const found = at(folder);
      const before = found?.is === 'folder' ? found.entries : 0;
      const entries = before + difference;
      changed.set(folder, entries > 0 ? { is: 'folder', entries } : null);
      if (difference === 1 ? found?.is === 'folder' : entries > 0) return;
    }
  };

  const ownBytes = (path: string): number => {
    const own = changed.get(path);
    return own?.is === 'file' ? own.bytes.length : 0;
  };

  const put = (path: string, bytes: Uint8Array): void => {
    if (at(path) === null) count(path, 1);
    written += bytes.length - ownBytes(path);
    changed.set(path, { is: 'file', bytes });
  };

  const remove = (path: string): void => {
    written -= ownBytes(path);
    changed.set(path, null);
    count(path, -1);
  };

  const outcome = () => {
    const writes = new Map<string, Uint8Array>();
    const [removals, emptied]: [string[], string[]] = [[], []];
    for (const [path, now] of changed) {
      const before = snapshot.get(path);
      if (now?.is === 'file' && !(before?.is === 'file' && sameBytes(before.bytes, now.bytes)))
        writes.set(path, now.bytes);
      if (before?.is === 'file' && now?.is !== 'file') removals.push(path);
      if (before?.is === 'folder' && now?.is !== 'folder') emptied.push(path);
    }
    return { writes, removals, emptied: emptied.sort((a, b) => depth(b) - depth(a)) };
  };

  return { at, blocking, put, remove, outcome, writtenBytes: () => written };
};
