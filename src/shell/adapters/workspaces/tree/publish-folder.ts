import { randomBytes } from 'node:crypto';
import { mkdir, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeTree } from './remove-tree.ts';
import { isRealFolder } from '../../system/path-kind.ts';

/** Marks a shared folder as used now, so that pruning spares it. */
export const touchFolder = async (path: string): Promise<boolean> => {
  if (!(await isRealFolder(path))) return false;
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
  return true;
};

export const newFolder = async (parent: string, prefix: string): Promise<string> => {
  const path = join(parent, `${prefix}-${randomBytes(8).toString('hex')}`);
  await mkdir(path, { recursive: true });
  return path;
};

/** A shared folder appears whole or not at all; the process that renames second drops its own copy. */
export const publishFolder = async (made: string, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  try {
    await rename(made, target);
  } catch (error) {
    if (!(await isRealFolder(target))) throw error;
    await removeTree(made);
  }
};
