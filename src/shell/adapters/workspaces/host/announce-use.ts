import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Claim, readClaim, takeClaim } from '../../system/claim.ts';

const usersFolder = (cacheDir: string): string => join(cacheDir, 'users');

/** Nothing that is used from now on is pruned, until the claim is released or this process ends. */
export const announceUse = async (cacheDir: string): Promise<Claim> => {
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`;
  return (await takeClaim(join(usersFolder(cacheDir), name))) ?? { release: async () => undefined };
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
