import { readdir } from 'node:fs/promises';
import { withFolder } from '../patch/with-folder.ts';

const MOST_PATHS = 1000;
const MOST_FOLDERS = 2000;
/** Listed, but entered only if requested by name. */
const SEALED = new Set(['node_modules', '__pycache__', '.venv', 'target', '.gradle']);

type Entry = { readonly name: string; readonly folder: boolean };

const readFolder = (root: string, folder: string): Promise<readonly Entry[]> =>
  withFolder(root, folder, async (pathOf) => {
    const entries = await readdir(pathOf('.'), { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, folder: entry.isDirectory() }))
      .filter(({ name }) => name.toLowerCase() !== '.git')
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });

/** Files below a folder, nearest first; links are listed and never followed. Bounded, with the count of the rest. */
export const listTree = async (
  root: string,
  from: string,
): Promise<{ readonly paths: readonly string[]; readonly left: number }> => {
  const paths: string[] = [];
  const waiting = [from];
  let left = 0;
  for (let at = 0; at < waiting.length && at < MOST_FOLDERS; at += 1) {
    const folder = waiting[at] ?? '';
    const entries =
      at === 0 ? await readFolder(root, folder) : await readFolder(root, folder).catch(() => []);
    for (const { name, folder: isFolder } of entries) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const shown = isFolder && SEALED.has(name);
      if (isFolder && !shown) waiting.push(path);
      else if (paths.length < MOST_PATHS) paths.push(shown ? `${path}/` : path);
      else left += 1;
    }
  }
  return { paths: paths.sort(), left: left + Math.max(0, waiting.length - MOST_FOLDERS) };
};
