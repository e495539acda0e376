export type BoundedText = { readonly text: string; readonly truncated: boolean };

export type TreeLimits = { readonly maxFiles: number; readonly maxBytes: number };
export type ReadFile = { readonly path: string; readonly bytes: Uint8Array; readonly executable: boolean };

/** The few file operations that capturing needs. */
export type Files = {
  /** A fresh private folder on the host. */
  makeFolder(purpose: string): Promise<string>;
  /** Names in a folder, sorted; the reader must reject links and folders. */
  listFolder(path: string): Promise<readonly string[]>;
  /** Every regular file below a folder, sorted; null if the folder is missing, contains a link, or exceeds the limits. */
  readTree(path: string, limits: TreeLimits): Promise<readonly ReadFile[] | null>;
  /** Creates the folder and writes files below it; paths must be safe. */
  writeTree(folder: string, files: readonly ReadFile[]): Promise<void>;
  /** Files below a folder that were written since a time; null if there are too many files to look at. */
  countNewer(folder: string, sinceMs: number): Promise<number | null>;
  removeFolder(path: string): Promise<void>;
  /** A regular file's text up to a limit; null if there is none. Links are never followed: a candidate may have put one there. */
  readBounded(path: string, maxBytes: number): Promise<BoundedText | null>;
  /** Sha-256 of a regular file's bytes; null if there is none. Links are not followed. */
  digestOf(path: string): Promise<string | null>;
};
