import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renewLogin } from '../../../core/agent/renew-login.ts';
import { TO_READ } from '../patch/read-path-state.ts';
import { withPath } from '../patch/with-folder.ts';

/** Logins are smaller than this. */
const MOST_BYTES = 1024 * 1024;

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

export type CopiedLogins = {
  /** Copies renewed tokens back into the user's own files; returns what the user should know. */
  readonly writeBack: () => Promise<readonly string[]>;
};

export const findLogins = async (home: string, paths: readonly string[]): Promise<readonly string[]> => {
  const found = await Promise.all(
    paths.map(async (path) => ((await lstat(join(home, path)).catch(() => null))?.isFile() ? [path] : [])),
  );
  return found.flat();
};

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

/** One at a time: each depends on what the previous one left. */
let writing: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = writing.then(work);
  writing = done.catch(() => undefined);
  return done;
};

/** A note if tokens of an agent's file are not taken. */
const takeBack = async (
  path: string,
  before: Buffer,
  after: SmallFile,
  label: string,
): Promise<readonly string[]> => {
  const user = await readSmall(path);
  if (user === null) return [];
  const [mine, copy, left] = [user.bytes, before, after.bytes].map((bytes) => bytes.toString('utf8')) as [
    string,
    string,
    string,
  ];
  const clock = { nowMs: Date.now(), newer: user.changedMs < after.changedMs };
  const { text, refused } = renewLogin({ user: mine, before: copy, after: left }, clock);
  if (text !== null) await replaceFile(path, Buffer.from(text));
  return refused === null
    ? []
    : [`the login that it left in ~/${label} was not taken: ${refused}. Yours is unchanged.`];
};

/**
 * Plain copies at the same places below a program's home: programs write by renaming one file over another, so links
 * or mounts would not work. Afterwards files are read name by name, never through a link.
 */
export const copyLogins = async (
  home: string,
  { logins, renews }: { readonly logins: readonly string[]; readonly renews: readonly string[] },
  into: string,
): Promise<CopiedLogins> => {
  const copied: { readonly path: string; readonly before: Buffer }[] = [];
  for (const path of logins) {
    const found = await readSmall(join(home, path));
    if (found === null) continue;
    await mkdir(join(into, dirname(path)), { recursive: true });
    await writeFile(join(into, path), found.bytes, { mode: 0o600 });
    if (renews.includes(path)) copied.push({ path, before: found.bytes });
  }
  return {
    writeBack: async () => {
      const notes: string[] = [];
      for (const { path, before } of copied) {
        const after = await withPath(into, path, readSmall).catch(() => null);
        if (after === null || after.bytes.equals(before)) continue;
        notes.push(...(await inTurn(() => takeBack(join(home, path), before, after, path))));
      }
      return notes;
    },
  };
};
