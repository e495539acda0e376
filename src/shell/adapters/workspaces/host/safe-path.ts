/** A path that stays in the tree and out of `.git`, whatever the file system folds or tolerates. */
export const isSafePath = (path: string): boolean => {
  if (path === '' || path.includes('\0') || path.startsWith('/')) return false;
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/^\.git$/i.test(part));
};

/** `a/b/c` → `a/b`, `a`. */
export const parentsOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
};

/** All folders that contain these paths, outer ones first: mounted on themselves they cannot be moved away. */
export const foldersOf = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths.flatMap((path) => [...parentsOf(path)]))].sort();
