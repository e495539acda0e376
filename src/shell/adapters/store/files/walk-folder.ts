import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type FolderEntry = {
  /** Relative, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
};

/** Everything below a folder, parents first; links are listed and never followed. */
export const walkFolder = async (root: string): Promise<FolderEntry[]> => {
  const found: FolderEntry[] = [];
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const kind = kindOf(entry);
      if (kind === 'folder') pending.push(path);
      found.push({ path, kind });
    }
  }
  return found;
};

const kindOf = (entry: Dirent): FolderEntry['kind'] => {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'special';
};

/** `a/b/c` → `a`, `a/b`. */
export const parentFolders = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
};
