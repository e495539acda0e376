import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** No login is larger. */
const MOST_BYTES = 1024 * 1024;
const TO_READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const readSmall = async (path: string): Promise<Buffer | null> => {
  const file = await open(path, TO_READ).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const isFile = (await file.stat()).isFile();
    return isFile && size <= MOST_BYTES ? await file.readFile() : null;
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

export type LentLogins = {
  /** Lines for /bin/sh that put the copies in their places below $HOME. */
  readonly script: string;
  /** Writes renewed tokens back. Only files that hold tokens and nothing that is run: `.json` with the same members. */
  readonly giveBack: () => Promise<void>;
};

export const findLogins = async (home: string, paths: readonly string[]): Promise<readonly string[]> => {
  const found = await Promise.all(
    paths.map(async (path) => ((await lstat(join(home, path)).catch(() => null))?.isFile() ? [path] : [])),
  );
  return found.flat();
};

/** Names of files that hold tokens; settings may name programs to run, so an agent cannot change those. */
const HOLDS_TOKENS = /(credentials|creds|auth|secrets)\.json$/;

/** Copies login files to a folder that the sandbox shows, from where links lead to their places below its home. */
export const lendLogins = async (
  home: string,
  paths: readonly string[],
  folder: string,
): Promise<LentLogins> => {
  const lent: { readonly path: string; readonly at: string; readonly before: Buffer }[] = [];
  for (const [index, path] of paths.entries()) {
    const before = await readSmall(join(home, path));
    if (before === null) continue;
    const at = join(folder, `login-${index}`);
    await writeFile(at, before, { mode: 0o600 });
    lent.push({ path, at, before });
  }
  const place = ({ path, at }: (typeof lent)[number]): string => {
    const to = `"$HOME"/'${path}'`;
    return `mkdir -p "$HOME"/'${dirname(path)}' && ln -sf "$HYDRA_REPORT_DIR/${at.slice(folder.length + 1)}" ${to}`;
  };
  return {
    script: lent.map((one) => `${place(one)}\n`).join(''),
    giveBack: async () => {
      for (const { path, at, before } of lent) {
        const after = HOLDS_TOKENS.test(path) ? await readSmall(at) : null;
        if (after === null || !isRenewal(before, after)) continue;
        const beside = join(home, `${path}.hydra-${process.pid}`);
        await mkdir(dirname(beside), { recursive: true });
        await writeFile(beside, after, { mode: 0o600 });
        await rename(beside, join(home, path)).catch(() => rm(beside, { force: true }));
      }
    },
  };
};
