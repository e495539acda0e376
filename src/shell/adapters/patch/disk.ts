import { constants } from 'node:fs';
import { chmod, link, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises';
import type { Identity } from './read-path-state.ts';

const PERMISSIONS = 0o777;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Synced to disk, with the owner and permissions of the file that it replaces. */
const writeNew = async (at: string, bytes: Uint8Array, like: Identity | null): Promise<void> => {
  const file = await open(at, NEW, 0o666);
  try {
    await file.writeFile(bytes);
    if (like !== null) {
      const made = await file.stat({ bigint: true });
      if (made.uid !== like.uid || made.gid !== like.gid)
        await file.chown(Number(like.uid), Number(like.gid)).catch(() => undefined);
      await file.chmod(Number(like.mode) & PERMISSIONS);
    }
    await file.sync();
  } finally {
    await file.close();
  }
};

const makeFolder = async (at: string, like: Identity | null): Promise<void> => {
  await mkdir(at);
  if (like !== null) await chmod(at, Number(like.mode) & 0o7777);
};

/** Every call that changes something, so that a test can make each of them fail. */
export type Disk = {
  readonly writeNew: (at: string, bytes: Uint8Array, like: Identity | null) => Promise<void>;
  readonly makeFolder: (at: string, like: Identity | null) => Promise<void>;
  readonly link: (from: string, to: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (at: string) => Promise<void>;
  readonly rmdir: (at: string) => Promise<void>;
};

export const realDisk: Disk = { writeNew, makeFolder, link, rename, unlink, rmdir };
