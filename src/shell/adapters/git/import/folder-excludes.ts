import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that tools leave in a folder and that are never part of a proposal. */
const LEFTOVERS = ['node_modules', '.venv', 'target', '__pycache__'];

const escapePattern = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&');

/** Folders of such a name that the base tracks: there they are ordinary source. */
const trackedLeftovers = (baseFiles: readonly string[]): readonly string[] => {
  const found = new Set<string>();
  for (const file of baseFiles) {
    const names = file.split('/').slice(0, -1);
    names.forEach((name, i) => {
      if (LEFTOVERS.includes(name)) found.add(names.slice(0, i + 1).join('/'));
    });
  }
  return [...found].filter((path) => !path.includes('\n')).sort();
};

/** An ignore file for the comparison with a folder; it never ignores files that the base tracks. */
export const folderExcludes = async (commonDir: string, baseFiles: readonly string[]): Promise<string> => {
  const local = await readFile(join(commonDir, 'info', 'exclude'), 'utf8').catch(() => '');
  return [
    local,
    ...LEFTOVERS.map((name) => `${name}/`),
    ...trackedLeftovers(baseFiles).map((path) => `!/${escapePattern(path)}/`),
    '/.hydra',
    '',
  ].join('\n');
};
