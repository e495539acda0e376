import { sep } from 'node:path';

/** Whether `path` is the folder itself or below it; both absolute and normalised. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const isInsideAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(path, folder));
