import { sep } from 'node:path';

/** Is `path` the folder itself or below it? Both absolute and normal. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const isInsideAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(path, folder));
