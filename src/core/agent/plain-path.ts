/** Models write `./a`, `a/` and `/workspace/a`; the same file, said plainly. What is refused stays as it was written. */
export const plainPath = (path: string, root: string): string => {
  const inside = path === root ? '' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const names = inside.split('/').filter((name, at) => name !== '.' && (name !== '' || at === 0));
  return names.join('/');
};
