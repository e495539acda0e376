import { lstat, stat } from 'node:fs/promises';

const yes = (): boolean => true;
const no = (): boolean => false;

/** Without following links: one that leads nowhere exists too. */
export const entryExists = (path: string): Promise<boolean> => lstat(path).then(yes, no);

/** Following links. */
export const targetExists = (path: string): Promise<boolean> => stat(path).then(yes, no);

/** A folder itself, not a link to one. */
export const isRealFolder = (path: string): Promise<boolean> =>
  lstat(path).then((found) => found.isDirectory(), no);

/** A folder, or a link to one. */
export const leadsToFolder = (path: string): Promise<boolean> =>
  stat(path).then((found) => found.isDirectory(), no);
