import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

const isExecutable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

/** Absolute path of a program in the given folders, or null. Relative folders are never searched. */
export const findProgram = async (name: string, folders: readonly string[]): Promise<string | null> => {
  for (const folder of folders) {
    const path = join(folder, name);
    if (isAbsolute(folder) && (await isExecutable(path))) return path;
  }
  return null;
};

/** Programs that build the sandbox come from the system, never from a folder a user's PATH put first. */
export const findSystemProgram = (name: string): Promise<string | null> => findProgram(name, SYSTEM_FOLDERS);
