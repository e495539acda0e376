import { createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;
/** Never follows a link, never blocks on a pipe. */
export const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const READ_WRITE = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type Measure = { readonly sha256: string; readonly bytes: number };

export const sha256Of = (content: string | Uint8Array): string => hash('sha256', content, 'hex');

/** Synchronous on purpose: otherwise a thousand small files cost four thread hops each. */
export const readRegularFile = (path: string): Buffer => {
  const descriptor = openSync(path, READ_ONLY);
  try {
    if (!fstatSync(descriptor).isFile()) throw new NotARegularFile(path);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

export class NotARegularFile extends Error {
  constructor(path: string) {
    super(`${path} is not a regular file`);
    this.name = 'NotARegularFile';
  }
}

export const openRegular = async (path: string, mode: 'read' | 'write'): Promise<FileHandle> => {
  const file = await open(path, mode === 'read' ? READ_ONLY : READ_WRITE);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new NotARegularFile(path);
};

/** Digest of the first `limit` bytes in bounded memory. */
export const hashHandle = async (file: FileHandle, limit = Number.MAX_SAFE_INTEGER): Promise<Measure> => {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  while (bytes < limit) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, limit - bytes), bytes);
    if (bytesRead === 0) break;
    digest.update(chunk.subarray(0, bytesRead));
    bytes += bytesRead;
  }
  return { sha256: digest.digest('hex'), bytes };
};

export const hashFile = async (path: string): Promise<Measure> => {
  const file = await openRegular(path, 'read');
  try {
    return await hashHandle(file);
  } finally {
    await file.close();
  }
};
