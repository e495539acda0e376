import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Base } from '../../../ports/git-repository.ts';
import { type MadeTree, applyPatchToTree, refused } from './apply-patch-to-tree.ts';
import type { ObjectStore } from '../objects/object-store.ts';

const MAX_PATCH_BYTES = 20 * 1024 * 1024;

type Read = { readonly bytes: Uint8Array } | { readonly bytes: null; readonly reason: string };

/** Reads a regular file up to the limit; opens without blocking, in case it is a pipe. */
export const readBounded = async (path: string): Promise<Read> => {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return { bytes: null, reason: 'is not a regular file' };
      if (found.size > MAX_PATCH_BYTES)
        return { bytes: null, reason: `is larger than ${MAX_PATCH_BYTES >> 20} MB` };
      return { bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return { bytes: null, reason: `cannot be read (${code})` };
  }
};

export const importPatch = async (store: ObjectStore, base: Base, at: string): Promise<MadeTree> => {
  const read = await readBounded(resolve(at));
  return read.bytes === null ? refused(read.reason) : applyPatchToTree(store, base.tree, read.bytes);
};
