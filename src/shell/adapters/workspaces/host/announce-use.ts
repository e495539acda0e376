import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Claim, readClaim, takeClaim } from '../../system/claim.ts';

/** File times are rounded, so something used just after the claim may look older. */
const ROUNDING_MS = 2000;

const usersFolder = (cacheDir: string): string => join(cacheDir, 'users');

/** Anything used from now on is not pruned until the claim is released or this process ends. */
export const announceUse = async (cacheDir: string): Promise<Claim> => {
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`;
  return (await takeClaim(join(usersFolder(cacheDir), name))) ?? { release: async () => undefined };
};

/** Anything used since the oldest living process started may be in use. Marks of dead processes are removed. */
export const inUseSinceMs = async (cacheDir: string): Promise<number> => {
  const folder = usersFolder(cacheDir);
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const name of await readdir(folder).catch(() => [])) {
    const claim = await readClaim(join(folder, name));
    if (claim === null) await rm(join(folder, name), { force: true });
    else sinceMs = Math.min(sinceMs, claim.sinceMs - ROUNDING_MS);
  }
  return sinceMs;
};
