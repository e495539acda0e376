/** The folder that holds a path; empty at the top. */
export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
