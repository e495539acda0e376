import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Synchronous: every program is looked up in every folder, and a thread per lookup takes many times as long. */
const isExecutable = (path: string): boolean => {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Absolute path of a program in the given folders, or null. Relative folders are never searched. */
export const findProgram = async (name: string, folders: readonly string[]): Promise<string | null> => {
  for (const folder of folders) {
    const path = join(folder, name);
    if (isAbsolute(folder) && isExecutable(path)) return path;
  }
  return null;
};

/** Programs that build the sandbox come from the system, never from a folder earlier on the user's PATH. */
export const findSystemProgram = (name: string): Promise<string | null> => findProgram(name, SYSTEM_FOLDERS);
