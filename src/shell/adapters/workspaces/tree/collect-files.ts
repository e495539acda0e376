import { constants } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportDocument } from '../../../../core/domain/check/output-parser.ts';
import { type GlobWalker, globWalker } from '../../../../core/text/match-glob.ts';

const MAX_FILES = 2000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Folders and files looked at before giving up on a tree that was made to be endless. */
const MAX_ENTRIES = 500_000;

/** Tools, not results: `**` does not search them. */
const TOOL_FOLDERS = new Set(['.git', 'node_modules']);

/** Regular files that match, in a stable order; links are neither followed nor returned. */
const findFiles = async (root: string, pattern: string): Promise<readonly string[]> => {
  const found: string[] = [];
  let seen = 0;
  const walk = async (folder: string, matcher: GlobWalker): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= MAX_FILES || (seen += 1) > MAX_ENTRIES) return;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const below = entry.isDirectory() ? matcher.enter(entry.name) : null;
      if (below !== null) await walk(path, below);
      else if (entry.isFile() && matcher.matches(entry.name)) found.push(path);
    }
  };
  await walk('', globWalker(pattern, TOOL_FOLDERS));
  return found;
};

/** Null: gone, unreadable, not a regular file, or larger than the remaining limit. */
const readRegular = async (path: string, maxBytes: number): Promise<Buffer | null> => {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat().then((found) => (found.isFile() ? found : { size: Infinity }));
    return size > maxBytes ? null : await file.readFile();
  } catch {
    return null;
  } finally {
    await file.close();
  }
};

/** The tree belongs to a candidate, but none of its processes runs any more when this is called. */
export const collectFiles = async (root: string, pattern: string): Promise<readonly ReportDocument[]> => {
  const documents: ReportDocument[] = [];
  let left = MAX_BYTES;
  for (const name of await findFiles(root, pattern)) {
    const content = await readRegular(join(root, name), left);
    if (content === null) continue;
    left -= content.length;
    documents.push({ name, text: content.toString('utf8') });
  }
  return documents;
};

export const removeFiles = async (root: string, pattern: string): Promise<void> => {
  for (;;) {
    const found = await findFiles(root, pattern);
    await Promise.all(found.map((path) => rm(join(root, path), { force: true })));
    if (found.length < MAX_FILES) return;
  }
};
