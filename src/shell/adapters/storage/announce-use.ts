import { join } from 'node:path';
import { takeClaim } from '../system/claim.ts';

export const usersFolder = (cacheDir: string): string => join(cacheDir, 'users');

/** From now on nothing that this process uses is pruned under it, until it ends. */
export const announceUse = async (cacheDir: string): Promise<void> => {
  await takeClaim(join(usersFolder(cacheDir), String(process.pid)));
};
