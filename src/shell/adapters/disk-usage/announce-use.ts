import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readClaim, takeClaim } from '../system/claim.ts';

const usersFolder = (cacheDir: string): string => join(cacheDir, 'users');

/** From now on nothing that this process uses is pruned under it, until it ends. */
export const announceUse = async (cacheDir: string): Promise<void> => {
  await takeClaim(join(usersFolder(cacheDir), String(process.pid)));
};

/** What was used since the first of the living began may be under it. Marks of the dead go. */
export const inUseSinceMs = async (cacheDir: string): Promise<number> => {
  const folder = usersFolder(cacheDir);
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const name of await readdir(folder).catch(() => [])) {
    const claimant = await readClaim(join(folder, name));
    if (claimant === null) await rm(join(folder, name), { force: true });
    else sinceMs = Math.min(sinceMs, claimant.sinceMs);
  }
  return sinceMs;
};
