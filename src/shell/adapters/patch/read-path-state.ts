import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { MAX_FILE_BYTES } from '../../../core/patch/change-bytes.ts';
import { A_LINK, type PathState } from '../../../core/patch/tree-snapshot.ts';
import { withPath } from './with-folder.ts';

/** Identifies a file, to notice changes before it is replaced. */
export type Identity = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'mode' | 'uid' | 'gid'>;

export type FoundPath = { readonly state: PathState; readonly identity: Identity };

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
/** Never follows a link, never blocks on a pipe. */
export const TO_READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';

export const isSame = (left: Identity, right: Identity): boolean =>
  left.dev === right.dev &&
  left.ino === right.ino &&
  left.size === right.size &&
  left.mtimeNs === right.mtimeNs &&
  left.mode === right.mode;

const other = (what: string, identity: Identity): FoundPath => ({ state: { is: 'other', what }, identity });

const readFile = async (at: string, seen: BigIntStats): Promise<FoundPath> => {
  if (seen.size > MAX_FILE_BYTES) return other(`larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`, seen);
  const file = await open(at, TO_READ);
  try {
    const identity = await file.stat({ bigint: true });
    // Something else was put there after the check; the next check will notice.
    if (!identity.isFile()) return other('a special file', identity);
    return { state: { is: 'file', bytes: await file.readFile() }, identity };
  } finally {
    await file.close();
  }
};

const look = async (at: string): Promise<FoundPath> => {
  const seen = await lstat(at, { bigint: true });
  if (seen.isSymbolicLink()) return { state: A_LINK, identity: seen };
  try {
    if (seen.isDirectory())
      return { state: { is: 'folder', entries: (await readdir(at)).length }, identity: seen };
    return seen.isFile() ? await readFile(at, seen) : other('a special file', seen);
  } catch (error) {
    return other(`not readable (${codeOf(error)})`, seen);
  }
};

/** The entry at a path, without following any link; null if there is none. */
export const readPathState = async (root: string, path: string): Promise<FoundPath | null> => {
  try {
    return await withPath(root, path, look);
  } catch (error) {
    if (ABSENT.has(codeOf(error))) return null;
    throw error;
  }
};
