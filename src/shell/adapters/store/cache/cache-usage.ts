import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ENTRY } from './cache-entry.ts';
import { inParallel } from '../../../errors/in-parallel.ts';
import { errnoOf } from '../files/store-fault.ts';

const FOLDERS_AT_ONCE = 16;

export type CacheUse = { readonly folder: string; readonly bytes: number; readonly lastUsedMs: number };

/** Every entry with its size and last use. */
export const measureUse = async (cache: string): Promise<readonly CacheUse[]> => {
  const shards = (await namesIn(cache)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const folders = await inParallel(shards, FOLDERS_AT_ONCE, async (shard) =>
    (await namesIn(join(cache, shard))).map((key) => join(cache, shard, key)),
  );
  const uses = await inParallel(folders.flat(), FOLDERS_AT_ONCE, measureEntry);
  return uses.filter((use) => use !== null);
};

/** Null: removed meanwhile. */
const measureEntry = async (folder: string): Promise<CacheUse | null> => {
  try {
    let bytes = 0;
    let lastUsedMs = (await lstat(folder)).mtimeMs;
    for (const name of await namesIn(folder)) {
      const file = await lstat(join(folder, name));
      bytes += file.size;
      if (name === ENTRY) lastUsedMs = file.mtimeMs;
    }
    return { folder, bytes, lastUsedMs };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
};

export const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
};

/** What to remove: everything unused since `before`, then the least recently used until the rest fits. */
export const chooseVictims = (
  uses: readonly CacheUse[],
  limits: { readonly maxBytes: number; readonly before: number },
): readonly CacheUse[] => {
  let bytes = uses.reduce((sum, use) => sum + use.bytes, 0);
  return uses
    .toSorted((one, other) => one.lastUsedMs - other.lastUsedMs)
    .filter((use) => {
      if (use.lastUsedMs >= limits.before && bytes <= limits.maxBytes) return false;
      bytes -= use.bytes;
      return true;
    });
};
