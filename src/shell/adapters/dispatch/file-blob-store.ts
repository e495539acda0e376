import { createHash, randomBytes } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRef } from '../../../core/domain/work/blob-ref.ts';
import type { BlobStore } from '../../ports/blob-store.ts';

const CHUNK_BYTES = 256 * 1024;
/** Never follows a link and never waits for the other end of a pipe: a candidate may have put one there. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NOT_A_FILE = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'EISDIR', 'EACCES', 'ENXIO']);

/** A blob store in a folder, for writers on this machine. */
export type FileBlobStore = BlobStore & {
  /** A path in the store for a file that is to become a blob by `adopt`. */
  newFile(): Promise<string>;
  /** Moves such a file in; null if it was never written. */
  adopt(path: string): Promise<BlobRef | null>;
  removeAll(): Promise<void>;
};

const openRegular = async (path: string): Promise<FileHandle | null> => {
  try {
    const file = await open(path, READ);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return null;
  } catch (error) {
    if (NOT_A_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

/** Reads to the end in bounded memory; null once more than `maxBytes` were read. */
const measure = async (file: FileHandle, maxBytes: number, copy?: FileHandle): Promise<BlobRef | null> => {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, bytes);
    if (bytesRead === 0) return { sha256: hash.digest('hex'), bytes };
    bytes += bytesRead;
    if (bytes > maxBytes) return null;
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    await copy?.writeFile(part);
  }
};

const placeOf = (folder: string, { sha256 }: BlobRef): string => join(folder, sha256);

/** Larger if a process that outlived its sandbox still writes to its log: the rest is not part of the blob. */
const sizeIn = async (folder: string, blob: BlobRef): Promise<number> => {
  const found = await stat(placeOf(folder, blob)).catch(() => null);
  if (found !== null && found.size >= blob.bytes) return found.size;
  throw new Error(`the blob ${blob.sha256} is not in the store`);
};

const readingFrom = (folder: string): Pick<BlobStore, 'copyTo' | 'read'> => ({
  async copyTo(blob, path) {
    const size = await sizeIn(folder, blob);
    await copyFile(placeOf(folder, blob), path, constants.COPYFILE_FICLONE);
    if (size > blob.bytes) await truncate(path, blob.bytes);
  },
  async read(blob, maxBytes) {
    await sizeIn(folder, blob);
    return blob.bytes > maxBytes ? null : (await readFile(placeOf(folder, blob))).subarray(0, blob.bytes);
  },
});

/** Counts the holders of each blob that this process has stored. */
const createHolders = () => {
  const counts = new Map<string, number>();
  return {
    add: ({ sha256 }: BlobRef): void => void counts.set(sha256, (counts.get(sha256) ?? 0) + 1),
    /** Whether that was the last one; false too for blobs of other processes. */
    removeLast({ sha256 }: BlobRef): boolean {
      const left = (counts.get(sha256) ?? 0) - 1;
      if (left > 0) counts.set(sha256, left);
      else counts.delete(sha256);
      return left === 0;
    },
  };
};

/** One file for each content, complete as soon as it has its name. */
export const openFileBlobStore = (folder: string): FileBlobStore => {
  let made: Promise<unknown> | null = null;
  const holders = createHolders();
  /** Counted before the file has its name, so that a release at the same time does not remove it. */
  const place = async (path: string, blob: BlobRef): Promise<BlobRef> => {
    holders.add(blob);
    await rename(path, placeOf(folder, blob));
    return blob;
  };
  const newFile = async (): Promise<string> => {
    await (made ??= mkdir(folder, { recursive: true }));
    return join(folder, `new-${randomBytes(12).toString('hex')}`);
  };
  return {
    ...readingFrom(folder),
    newFile,
    async adopt(path) {
      const file = await openRegular(path);
      if (file === null) return null;
      try {
        const blob = await measure(file, Number.POSITIVE_INFINITY);
        return blob === null ? null : await place(path, blob);
      } finally {
        await file.close();
      }
    },
    async put(content) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const blob = { sha256, bytes: content.byteLength };
      const path = await newFile();
      await writeFile(path, content, { flag: 'wx' });
      return place(path, blob);
    },
    async putFile(path, maxBytes) {
      const file = await openRegular(path);
      if (file === null) return null;
      const copyPath = await newFile();
      const copy = await open(copyPath, 'wx', 0o644);
      try {
        const blob = await measure(file, maxBytes, copy);
        return blob === null ? null : await place(copyPath, blob);
      } finally {
        await Promise.all([file.close(), copy.close()]);
        await rm(copyPath, { force: true });
      }
    },
    async release(blob) {
      // In the same turn of the event loop: a new holder must not lose its file.
      if (holders.removeLast(blob)) rmSync(placeOf(folder, blob), { force: true });
    },
    removeAll() {
      made = null;
      return rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
