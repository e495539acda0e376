import { constants } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BoundedText, Files, ReadFile, TreeLimits } from '../../ports/files.ts';
import { hashFile, NotARegularFile } from './regular-file.ts';
import { refusePath } from '../../../core/domain/candidate/refuse-path.ts';
import { UserError } from '../../errors/user-error.ts';

const OWNER_EXECUTES = 0o100;
/** A link could lead anywhere, and git's own folder is never a test. */
const isForeign = (name: string): boolean => name === '.git' || name.includes('\\');

/** Null if the folder is missing, contains links or devices, or is too large. */
const readTree = async (
  root: string,
  { maxFiles, maxBytes }: TreeLimits,
): Promise<readonly ReadFile[] | null> => {
  const found: ReadFile[] = [];
  const folders = [''];
  let bytesLeft = maxBytes;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null);
    if (entries === null) return null;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isForeign(entry.name)) return null;
      if (entry.isDirectory()) folders.push(path);
      else if (!entry.isFile()) return null;
      else {
        const { mode, size } = await stat(join(root, path));
        bytesLeft -= size;
        if (bytesLeft < 0 || found.length === maxFiles) return null;
        found.push({
          path,
          bytes: await readFile(join(root, path)),
          executable: (mode & OWNER_EXECUTES) !== 0,
        });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
};

const MODE = { executable: 0o755, plain: 0o644 } as const;

/** Into a folder that nothing else writes to. */
const writeTree = async (folder: string, files: readonly ReadFile[]): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const { path, bytes, executable } of files) {
    const refusal = refusePath(path);
    if (refusal !== null)
      throw new UserError(
        'task',
        `The path ${JSON.stringify(path)} ${refusal}`,
        'Use files below the folder.',
      );
    const at = join(folder, path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, bytes, { mode: executable ? MODE.executable : MODE.plain });
  }
};

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
  // Non-blocking: a pipe instead of a report must not block us.
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

const MOST_LOOKED_AT = 20_000;
/** Installed or generated, and never part of a change. */
const NOT_LOOKED_INTO = new Set(['.git', 'node_modules', '.venv', 'target', '__pycache__']);

const countNewer = async (root: string, sinceMs: number): Promise<number | null> => {
  let [count, looked] = [0, 0];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    looked += entries.length;
    if (looked > MOST_LOOKED_AT) return null;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) folders.push(path);
      const written = entry.isFile() ? ((await lstat(path).catch(() => null))?.mtimeMs ?? 0) : 0;
      if (written > sinceMs) count += 1;
    }
  }
  return count;
};

export const localFiles: Files = {
  countNewer,
  readTree,
  writeTree,
  makeFolder: (purpose) => mkdtemp(join(tmpdir(), `hydra-${purpose}-`)),
  listFolder: async (path) => (await readdir(path)).sort(),
  removeFolder: (path) => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  readBounded: (path, maxBytes) => unlessAbsent(readRegular(path, maxBytes)),
  digestOf: async (path) => (await unlessAbsent(hashFile(path)))?.sha256 ?? null,
};
