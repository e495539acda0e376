import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withPath } from '../patch/with-folder.ts';

/** No login is larger. */
const MOST_BYTES = 1024 * 1024;
const TO_READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type SmallFile = { readonly bytes: Buffer; readonly changedMs: number };

const readSmall = async (path: string): Promise<SmallFile | null> => {
  const file = await open(path, TO_READ).catch(() => null);
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > MOST_BYTES) return null;
    return { bytes: await file.readFile(), changedMs: found.mtimeMs };
  } finally {
    await file.close();
  }
};

/** Keys of a JSON object in order; null: it is none. */
const keysOf = (bytes: Buffer): string | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? JSON.stringify(Object.keys(value).sort())
      : null;
  } catch {
    return null;
  }
};

/** A renewed token has the members of the one before; anything else is left where it is. */
const isRenewal = (before: Buffer, after: Buffer): boolean =>
  !before.equals(after) && keysOf(after) !== null && keysOf(before) === keysOf(after);

export type CopiedLogins = {
  /** Writes renewed tokens back. Only files that hold tokens and nothing that is run: `.json` with the same members. */
  readonly writeBack: () => Promise<void>;
};

export const findLogins = async (home: string, paths: readonly string[]): Promise<readonly string[]> => {
  const found = await Promise.all(
    paths.map(async (path) => ((await lstat(join(home, path)).catch(() => null))?.isFile() ? [path] : [])),
  );
  return found.flat();
};

/** Names of files that hold tokens; settings may name programs to run, so an agent cannot change those. */
const HOLDS_TOKENS = /(credentials|creds|auth|secrets)\.json$/;

const replaceFile = async (path: string, bytes: Buffer): Promise<void> => {
  const beside = `${path}.hydra-${process.pid}`;
  try {
    await writeFile(beside, bytes, { mode: 0o600 });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
};

/** Another attempt, or the user, may have renewed the same login meanwhile: the latest one is valid. */
const isLatest = async (path: string, before: Buffer, after: SmallFile): Promise<boolean> => {
  const now = await readSmall(path);
  return now !== null && (now.bytes.equals(before) || now.changedMs < after.changedMs);
};

/**
 * Plain copies at the same places below the home of a program: programs write by renaming a file over another, so
 * a link or a mount would not do. What is there afterwards is read name by name, never through a link.
 */
export const copyLogins = async (
  home: string,
  paths: readonly string[],
  into: string,
): Promise<CopiedLogins> => {
  const copied: { readonly path: string; readonly before: Buffer }[] = [];
  for (const path of paths) {
    const found = await readSmall(join(home, path));
    if (found === null) continue;
    await mkdir(join(into, dirname(path)), { recursive: true });
    await writeFile(join(into, path), found.bytes, { mode: 0o600 });
    copied.push({ path, before: found.bytes });
  }
  return {
    writeBack: async () => {
      for (const { path, before } of copied) {
        if (!HOLDS_TOKENS.test(path)) continue;
        const after = await withPath(into, path, readSmall).catch(() => null);
        if (after === null || !isRenewal(before, after.bytes)) continue;
        if (await isLatest(join(home, path), before, after)) await replaceFile(join(home, path), after.bytes);
      }
    },
  };
};
