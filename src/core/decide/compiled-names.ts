const endingOf = (path: string): string => /\.\w+$/.exec(path)?.[0] ?? '';
const stemOf = (path: string): string => path.replace(/\.\w+$/, '');

/** How many names two paths share, from the end. */
const sharedNames = (one: string, other: string): number => {
  const [a, b] = [one.split('/').reverse(), other.split('/').reverse()];
  const differ = a.findIndex((name, at) => name !== b[at]);
  return differ < 0 ? a.length : differ;
};

/**
 * These files and, for each that a report does not name, those that it may have been compiled to: of the same name with
 * another extension, in the folders most like its own.
 */
export const withCompiled = (files: readonly string[], named: ReadonlySet<string>): ReadonlySet<string> => {
  const wanted = new Set(files);
  for (const file of files.filter((one) => !named.has(one))) {
    const stem = stemOf(file);
    const alike = [...named].flatMap((path) => {
      const shared = sharedNames(stemOf(path), stem);
      return shared === 0 || endingOf(path) === endingOf(file) ? [] : [{ path, shared }];
    });
    const most = Math.max(0, ...alike.map(({ shared }) => shared));
    for (const { path, shared } of alike) if (shared === most) wanted.add(path);
  }
  return wanted;
};
