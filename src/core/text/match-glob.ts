/** `**` stands for anything, `*` and `?` for anything but a slash; a plain folder covers what is in it. Linear in practice: one point to go back to. */
export const matchGlob = (pattern: string, path: string): boolean =>
  matches(pattern, path) || (!/[*?]/.test(pattern) && path.startsWith(`${pattern.replace(/\/$/, '')}/`));

// `folders`: the next try is after the next slash, since `**/` stands for whole folders.
type Retry = {
  readonly pattern: number;
  readonly path: number;
  readonly deep: boolean;
  readonly folders: boolean;
};

const nextTry = ({ path: at, folders }: Retry, path: string): number => {
  if (!folders) return at + 1;
  const slash = path.indexOf('/', at);
  return slash < 0 ? path.length + 1 : slash + 1;
};

const matches = (pattern: string, path: string): boolean => {
  let [p, t] = [0, 0];
  let shallow: Retry | null = null;
  let deep: Retry | null = null;
  while (t < path.length || p < pattern.length) {
    if (pattern.startsWith('**', p)) {
      // `**/` stands for no folder too.
      const folders = pattern[p + 2] === '/';
      const next = folders ? p + 3 : p + 2;
      deep = { pattern: next, path: t, deep: true, folders };
      shallow = null;
      p = next;
    } else if (pattern[p] === '*') {
      shallow = { pattern: p + 1, path: t, deep: false, folders: false };
      p += 1;
    } else if (t < path.length && (pattern[p] === path[t] || (pattern[p] === '?' && path[t] !== '/'))) {
      p += 1;
      t += 1;
    } else {
      const usable: Retry | null = shallow !== null && path[shallow.path] !== '/' ? shallow : deep;
      if (usable === null || usable.path >= path.length) return false;
      const again: Retry = { ...usable, path: nextTry(usable, path) };
      if (again.path > path.length) return false;
      if (usable.deep) [deep, shallow] = [again, null];
      else shallow = again;
      [p, t] = [again.pattern, again.path];
    }
  }
  return true;
};
