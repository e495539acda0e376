import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadFile, TreeLimits } from '../../ports/files.ts';

const EXECUTABLE = 0o100;
/** A link could lead anywhere, and git's own folder is never a test. */
const isForeign = (name: string): boolean => name === '.git' || name.includes('\\');

/** Null if the folder is missing, contains links or devices, or is too large. */
export const readTree = async (
  root: string,
  { maxFiles, maxBytes }: TreeLimits,
): Promise<readonly ReadFile[] | null> => {
  const found: ReadFile[] = [];
  const folders = [''];
  let bytesLeft = maxBytes;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null);
    if (entries === null) return null;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isForeign(entry.name)) return null;
      if (entry.isDirectory()) folders.push(path);
      else if (!entry.isFile()) return null;
      else {
        const { mode, size } = await stat(join(root, path));
        bytesLeft -= size;
        if (bytesLeft < 0 || found.length === maxFiles) return null;
        found.push({ path, bytes: await readFile(join(root, path)), executable: (mode & EXECUTABLE) !== 0 });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};
