/** Models write `./a`, `a/` and `/workspace/a` for the same file. Paths that will be rejected stay as written. */
export const plainPath = (path: string, root: string): string => {
  const inside = path === root ? '' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const names = inside.split('/').filter((name, at) => name !== '.' && (name !== '' || at === 0));
  return names.join('/');
};
