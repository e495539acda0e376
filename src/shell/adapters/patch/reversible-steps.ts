import { lstat } from 'node:fs/promises';
import { UserError } from '../../errors/user-error.ts';
import type { Disk } from './disk.ts';
import type { DiskSnapshot } from './disk-snapshot.ts';
import { codeOf, isSame } from './read-path-state.ts';
import { withPath } from './with-folder.ts';

/** File systems without hard links. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Steps in progress: every step records how to undo it. `backups`: originals under another name. */
export type ReversibleSteps = {
  readonly root: string;
  readonly snapshot: DiskSnapshot;
  readonly disk: Disk;
  readonly undos: { readonly what: string; readonly run: () => Promise<void> }[];
  readonly backups: string[];
};

const onBoth = ({ root }: ReversibleSteps, from: string, to: string, call: Disk['rename']): Promise<void> =>
  withPath(root, from, (here) => withPath(root, to, (there) => call(here, there)));

const rename = (work: ReversibleSteps, from: string, to: string): Promise<void> =>
  onBoth(work, from, to, work.disk.rename);

const undoBy = ({ undos }: ReversibleSteps, what: string, run: () => Promise<void>): void => {
  undos.push({ what, run });
};

export const unlinkIfThere = async ({ root, disk }: ReversibleSteps, path: string): Promise<void> => {
  await withPath(root, path, disk.unlink).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
};

/** The file must not have changed since it was read. */
const confirm = async ({ root, snapshot }: ReversibleSteps, path: string): Promise<void> => {
  const seen = snapshot.identities.get(path);
  const now = await withPath(root, path, (at) => lstat(at, { bigint: true })).catch(() => null);
  if (seen !== undefined && now !== null && isSame(seen, now)) return;
  throw new UserError(
    'patch-raced',
    `${JSON.stringify(path)} was changed by another process while the patch was applied. The tree is unchanged.`,
    'Apply it again.',
  );
};

export const setAside = async (work: ReversibleSteps, path: string, backup: string): Promise<void> => {
  await confirm(work, path);
  await rename(work, path, backup);
  work.backups.push(backup);
  undoBy(work, backup, () => rename(work, backup, path));
};

/** A hard link keeps the old file, and the path is never empty. */
const keepAside = async (work: ReversibleSteps, path: string, backup: string): Promise<'kept' | 'moved'> => {
  await confirm(work, path);
  try {
    await onBoth(work, path, backup, work.disk.link);
  } catch (error) {
    if (!NO_HARD_LINKS.has(codeOf(error))) throw error;
    await setAside(work, path, backup);
    return 'moved';
  }
  work.backups.push(backup);
  undoBy(work, backup, () => unlinkIfThere(work, backup));
  return 'kept';
};

export const replaceFile = async (
  work: ReversibleSteps,
  staged: string,
  path: string,
  backup: string,
): Promise<void> => {
  const how = await keepAside(work, path, backup);
  await rename(work, staged, path);
  undoBy(work, backup, () => (how === 'kept' ? rename(work, backup, path) : rename(work, path, staged)));
};

/** By a hard link: a rename would silently replace a file that another process put there. */
export const placeFile = async (work: ReversibleSteps, staged: string, path: string): Promise<void> => {
  const { root, disk } = work;
  try {
    await onBoth(work, staged, path, disk.link);
    undoBy(work, path, () => unlinkIfThere(work, path));
    await withPath(root, staged, disk.unlink);
  } catch (error) {
    if (!NO_HARD_LINKS.has(codeOf(error))) throw error;
    if (await withPath(root, path, lstat).catch(() => null)) throw error;
    await rename(work, staged, path);
    undoBy(work, path, () => unlinkIfThere(work, path));
  }
};

/** `replaced`: whose owner and permissions the new file gets. */
export const stageFile = async (
  work: ReversibleSteps,
  staged: string,
  bytes: Uint8Array,
  replaced: string | null,
): Promise<void> => {
  const like = replaced === null ? null : (work.snapshot.identities.get(replaced) ?? null);
  undoBy(work, staged, () => unlinkIfThere(work, staged));
  await withPath(work.root, staged, (at) => work.disk.writeNew(at, bytes, like));
};

export const removeFolder = async (work: ReversibleSteps, path: string): Promise<void> => {
  const { root, disk, snapshot } = work;
  const like = snapshot.identities.get(path) ?? null;
  await withPath(root, path, disk.rmdir);
  undoBy(work, path, () => withPath(root, path, (at) => disk.makeFolder(at, like)));
};

export const makeFolder = async (work: ReversibleSteps, path: string): Promise<void> => {
  const { root, disk } = work;
  await withPath(root, path, (at) => disk.makeFolder(at, null));
  undoBy(work, path, () => withPath(root, path, disk.rmdir));
};
