import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readClaim, takeClaim } from '../system/claim.ts';

const usersFolder = (cacheDir: string): string => join(cacheDir, 'users');

/** Protects everything that this process uses from pruning until it ends. */
export const announceUse = async (cacheDir: string): Promise<void> => {
  await takeClaim(join(usersFolder(cacheDir), String(process.pid)));
};

/** Anything used since the oldest living process started may be in use. Marks of dead processes are removed. */
export const inUseSinceMs = async (cacheDir: string): Promise<number> => {
  const folder = usersFolder(cacheDir);
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const name of await readdir(folder).catch(() => [])) {
    const claim = await readClaim(join(folder, name));
    if (claim === null) await rm(join(folder, name), { force: true });
    else sinceMs = Math.min(sinceMs, claim.sinceMs);
  }
  return sinceMs;
};
