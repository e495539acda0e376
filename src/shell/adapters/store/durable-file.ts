import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const TEMPORARY = '.tmp-';

const temporaryBeside = (path: string): string =>
  join(dirname(path), `${TEMPORARY}${randomBytes(8).toString('hex')}-${basename(path).slice(0, 80)}`);

/** Writes a file that nobody sees yet, down to the disk. Nothing is left where that fails. */
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

/** The name shows the whole content or nothing. The folder is not yet on the disk: see `syncFolder`. */
export const replaceFile = async (path: string, content: string | Uint8Array): Promise<void> => {
  const temporary = await writeTemporary(path, content);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

export const writeDurably = async (path: string, content: string | Uint8Array): Promise<void> => {
  await replaceFile(path, content);
  await syncFolder(dirname(path));
};

/** A rename is on the disk once its folder is. Windows cannot open folders and needs no such thing. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
