import { constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';

const A_FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** On Linux a name is resolved in an open folder: a link cannot be put in its way meanwhile. */
const DESCRIPTORS = '/proc/self/fd';
const byDescriptor = process.platform === 'linux' && existsSync(DESCRIPTORS);

/** The path of a name in the folder, for a system call. */
export type PathOf = (name: string) => string;

/** Walks down from the root, name by name, and never through a link. */
export const withFolder = async <T>(
  root: string,
  folder: string,
  work: (pathOf: PathOf) => Promise<T>,
): Promise<T> => {
  let handle = await open(root, A_FOLDER);
  const placeOf = (plain: string): string => (byDescriptor ? `${DESCRIPTORS}/${handle.fd}` : plain);
  let here = placeOf(root);
  try {
    for (const name of folder === '' ? [] : folder.split('/')) {
      const below = `${here}/${name}`;
      const next = await open(below, A_FOLDER | NO_LINK);
      await handle.close();
      handle = next;
      here = placeOf(below);
    }
    return await work((name) => `${here}/${name}`);
  } finally {
    await handle.close();
  }
};

/** `a/b/c` → `a/b` and `c`. */
export const splitPath = (path: string): readonly [folder: string, name: string] => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)];
};

/** The same by the path of an entry in the tree. */
export const withPath = <T>(root: string, path: string, work: (at: string) => Promise<T>): Promise<T> => {
  const [folder, name] = splitPath(path);
  return withFolder(root, folder, (pathOf) => work(pathOf(name)));
};
