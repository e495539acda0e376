import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Sha256 } from '../../../../core/domain/run/manifest.ts';
import type { ResultCache } from '../../../ports/run-store.ts';
import { ENTRY, readEntry, writeEntry } from './cache-entry.ts';
import { chooseVictims, measureUse, namesIn, type CacheUse } from './cache-usage.ts';
import { errnoOf, onDisk } from '../files/store-fault.ts';
import { storeLayout } from '../runs/store-layout.ts';

const ABANDONED_AFTER_MS = 3_600_000;
const TRIES = 5;
const OCCUPIED = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOTDIR']);

/** Results under `.hydra/cache/results/<first two>/<key>/`; an incomplete one is discarded when it is read. */
export const openResultCache = (repositoryRoot: string): ResultCache => {
  const { cache } = storeLayout(repositoryRoot);
  const temporaryFolder = join(cache, '.tmp');
  return {
    get: (key, into) =>
      onDisk('reading a known result', async () => {
        const folder = entryFolder(cache, key);
        for (let tries = 0; tries < TRIES; tries++) {
          const damagedIdentity = await identityOf(folder);
          const found = await readEntry(folder, key, into);
          if (found === 'damaged') {
            await dropSame(temporaryFolder, folder, damagedIdentity);
            continue;
          }
          if (found !== null) await touch(join(folder, ENTRY));
          return found;
        }
        return null;
      }),
    put: (key, result, logFiles) =>
      onDisk('keeping a result', async () => {
        const made = join(temporaryFolder, randomName());
        try {
          await writeEntry(made, key, result, logFiles);
          await publish(temporaryFolder, made, entryFolder(cache, key));
        } finally {
          await rm(made, { recursive: true, force: true });
        }
      }),
    stats: () => onDisk('measuring the known results', async () => total(await measureUse(cache))),
    prune: ({ maxBytes = Number.POSITIVE_INFINITY, olderThanMs = Number.POSITIVE_INFINITY }) =>
      onDisk('removing old results', async () => {
        await sweep(temporaryFolder);
        const victims = chooseVictims(await measureUse(cache), {
          maxBytes,
          before: Date.now() - olderThanMs,
        });
        for (const { folder } of victims) await drop(temporaryFolder, folder);
        return total(victims);
      }),
  };
};

const randomName = (): string => randomBytes(12).toString('hex');

const entryFolder = (cache: string, key: string): string => {
  if (!Sha256.safeParse(key).success) throw new Error('a result is kept by a sha-256, in hexadecimal');
  return join(cache, key.slice(0, 2), key);
};

const total = (uses: readonly CacheUse[]) => ({
  entries: uses.length,
  bytes: uses.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** If other processes keep writing the same key, one of them has won: the results are equal. */
const publish = async (temporaryFolder: string, made: string, folder: string): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true });
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await drop(temporaryFolder, folder);
    if (await renameIfFree(made, folder)) return;
  }
};

const renameIfFree = async (from: string, to: string): Promise<boolean> => {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (OCCUPIED.has(errnoOf(error) ?? '')) return false;
    throw error;
  }
};

/** Renamed away in one step, then removed: a reader sees a complete entry or none. */
const drop = async (temporaryFolder: string, folder: string): Promise<void> => {
  const away = await setAside(temporaryFolder, folder);
  if (away !== null) await rm(away, { recursive: true, force: true });
};

/** Removes a damaged entry; a good one that replaced it meanwhile is put back. */
const dropSame = async (
  temporaryFolder: string,
  folder: string,
  damagedIdentity: bigint | null,
): Promise<void> => {
  const away = await setAside(temporaryFolder, folder);
  if (away === null) return;
  if ((await identityOf(away)) !== damagedIdentity && (await renameIfFree(away, folder))) return;
  await rm(away, { recursive: true, force: true });
};

const setAside = async (temporaryFolder: string, folder: string): Promise<string | null> => {
  const away = join(temporaryFolder, randomName());
  await mkdir(temporaryFolder, { recursive: true });
  try {
    await rename(folder, away);
    return away;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
};

const identityOf = async (folder: string): Promise<bigint | null> =>
  (await lstat(folder, { bigint: true }).catch(() => null))?.ino ?? null;

/** A hint for `prune`; failing to write it does not matter. */
const touch = async (path: string): Promise<void> => {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
};

/** Incomplete entries of a killed process. */
const sweep = async (temporaryFolder: string): Promise<void> => {
  for (const name of await namesIn(temporaryFolder)) {
    const path = join(temporaryFolder, name);
    const kind = await lstat(path).catch(() => null);
    if (kind !== null && Date.now() - kind.mtimeMs > ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
};
