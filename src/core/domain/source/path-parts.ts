/** The folder that holds a path; empty at the top. */
export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path relative to a folder, as one of the repository. */
export const pathIn = (folder: string, path: string): string =>
  folder === '' || path === '' ? path : `${folder}/${path}`;

/** Those of the paths that are below a folder, relative to it. */
export const pathsBelow = (folder: string, paths: readonly string[]): readonly string[] =>
  folder === ''
    ? paths
    : paths.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
