import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inUseSinceMs } from '../host/announce-use.ts';
import { isAbandoned, ownerMark } from '../host/owner-mark.ts';
import { newFolder } from './publish-folder.ts';
import { removeTree } from './remove-tree.ts';

const DAY_MS = 24 * 3_600_000;
const SHARED_KEPT_MS = 14 * DAY_MS;

/** The name contains the owner, so that leftovers of a killed process can be recognised. */
export const newScratch = (scratchDir: string): Promise<string> => newFolder(scratchDir, ownerMark);

const removeUnused = async (folder: string, beforeMs: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < beforeMs) await removeTree(path).catch(() => undefined);
  }
};

/** Removes workspaces of processes that were killed, and shared folders that were unused for two weeks. */
export const tidyUp = async (cacheDir: string, scratchDir: string, nowMs = Date.now()): Promise<void> => {
  for (const name of await readdir(scratchDir).catch(() => [])) {
    if (isAbandoned(name)) await removeTree(join(scratchDir, name)).catch(() => undefined);
  }
  // Even if the clock jumps, folders in use by a running evaluation must stay.
  const inUseMs = await inUseSinceMs(cacheDir);
  await removeUnused(join(cacheDir, 'making'), Math.min(inUseMs, nowMs - DAY_MS));
  for (const shared of ['layers', 'pristine', 'support', 'builds'])
    await removeUnused(join(cacheDir, shared), Math.min(inUseMs, nowMs - SHARED_KEPT_MS));
};
