/** What is at a path. `entries`: the number of names in a folder, to notice when the last one is removed. */
export type PathState =
  | { readonly is: 'file'; readonly bytes: Uint8Array }
  | { readonly is: 'folder'; readonly entries: number }
  /** Neither: `what` completes "exists and is …". */
  | { readonly is: 'other'; readonly what: string };

export const A_LINK: PathState = { is: 'other', what: 'a symbolic link' };

/** `a/b/c` → `a/b`, `a`. */
export const foldersAbove = (path: string): readonly string[] => {
  const above: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    above.push(path.slice(0, slash));
  return above;
};

/** Files by path → what is at each of them and at each folder above. */
export const snapshotOf = (
  files: Iterable<readonly [path: string, state: PathState]>,
): ReadonlyMap<string, PathState> => {
  const snapshot = new Map<string, PathState>();
  const entries = new Map<string, number>();
  for (const [path, state] of files) {
    snapshot.set(path, state);
    for (const folder of foldersAbove(path)) {
      const before = entries.get(folder) ?? 0;
      entries.set(folder, before + 1);
      if (before > 0) break;
    }
  }
  for (const [folder, count] of entries) snapshot.set(folder, { is: 'folder', entries: count });
  return snapshot;
};
