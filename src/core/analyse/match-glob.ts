/** `**` stands for anything, `*` and `?` for anything but a slash; a plain folder covers what is in it. Linear in practice: one point to go back to. */
export const matchGlob = (pattern: string, path: string): boolean =>
  matches(pattern, path) || (!/[*?]/.test(pattern) && path.startsWith(`${pattern.replace(/\/$/, '')}/`));

type Retry = { readonly pattern: number; readonly path: number; readonly deep: boolean };

const matches = (pattern: string, path: string): boolean => {
  let [p, t] = [0, 0];
  let shallow: Retry | null = null;
  let deep: Retry | null = null;
  while (t < path.length || p < pattern.length) {
    if (pattern.startsWith('**', p)) {
      // `**/` stands for no folder too.
      const next = pattern[p + 2] === '/' ? p + 3 : p + 2;
      deep = { pattern: next, path: t, deep: true };
      shallow = null;
      p = next;
    } else if (pattern[p] === '*') {
      shallow = { pattern: p + 1, path: t, deep: false };
      p += 1;
    } else if (t < path.length && (pattern[p] === path[t] || (pattern[p] === '?' && path[t] !== '/'))) {
      p += 1;
      t += 1;
    } else {
      const usable: Retry | null = shallow !== null && path[shallow.path] !== '/' ? shallow : deep;
      if (usable === null || usable.path >= path.length) return false;
      const again: Retry = { ...usable, path: usable.path + 1 };
      if (usable.deep) [deep, shallow] = [again, null];
      else shallow = again;
      [p, t] = [again.pattern, again.path];
    }
  }
  return true;
};
