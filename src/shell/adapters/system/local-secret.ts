import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECRET = /^[0-9a-f]{64}$/;

const known = async (path: string): Promise<string | null> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return SECRET.test(text) ? text : null;
};

/** Created on first use and readable only by its owner; if it cannot be stored, it is created anew every time. */
export const readSecret = async (path: string): Promise<string> => {
  const before = await known(path);
  if (before !== null) return before;
  const fresh = randomBytes(32).toString('hex');
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fresh, { mode: 0o600, flag: 'wx' });
    return fresh;
  } catch {
    return (await known(path)) ?? fresh;
  }
};
