import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const TEMPORARY = '.tmp-';

const temporaryBeside = (path: string): string =>
  join(dirname(path), `${TEMPORARY}${randomBytes(8).toString('hex')}-${basename(path).slice(0, 80)}`);

/** Writes a temporary file and syncs it to disk. Leaves nothing behind if that fails. */
export const writeTemporary = async (path: string, content: string | Uint8Array): Promise<string> => {
  const temporary = temporaryBeside(path);
  try {
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return temporary;
};

/** The file is complete or absent, even after a power cut once `syncFolder` was called. */
export const writeFileDurably = async (path: string, content: string | Uint8Array): Promise<void> =>
  giveName(await writeTemporary(path, content), path);

/** Like `writeFileDurably`, but without waiting for the disk. */
export const writeFileAtomically = async (path: string, content: string | Uint8Array): Promise<void> => {
  const temporary = temporaryBeside(path);
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await giveName(temporary, path);
};

const giveName = async (temporary: string, path: string): Promise<void> => {
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

/** A rename is durable once its folder is synced. Windows cannot open folders and does not need it. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Incomplete, or left by a killed process. */
export const isTemporary = (name: string): boolean => name.startsWith(TEMPORARY);
