import { constants } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoundedText, Files } from '../../ports/files.ts';
import { hashFile, NotARegularFile } from '../store/files/regular-file.ts';
import { readTree } from './read-tree.ts';
import { writeTree } from './write-tree.ts';

const ABSENT = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'EISDIR', 'EACCES', 'ENXIO']);

const unlessAbsent = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotARegularFile || ABSENT.has((error as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw error;
  }
};

const readRegular = async (path: string, maxBytes: number): Promise<BoundedText | null> => {
  // Non-blocking: a pipe in place of a report must not block us.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    const wanted = Math.min(stat.size, maxBytes);
    const buffer = Buffer.alloc(wanted);
    const { bytesRead } = await file.read(buffer, 0, wanted, 0);
    return { text: buffer.toString('utf8', 0, bytesRead), truncated: stat.size > maxBytes };
  } finally {
    await file.close();
  }
};

export const localFiles: Files = {
  readTree,
  writeTree,
  makeFolder: (purpose) => mkdtemp(join(tmpdir(), `hydra-${purpose}-`)),
  listFolder: async (path) => (await readdir(path)).sort(),
  removeFolder: (path) => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  readBounded: (path, maxBytes) => unlessAbsent(readRegular(path, maxBytes)),
  digestOf: async (path) => (await unlessAbsent(hashFile(path)))?.sha256 ?? null,
};
