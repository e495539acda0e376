import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFirst } from '../../../../core/text/amounts.ts';
import { UserError } from '../../../errors/user-error.ts';
import { userGit } from '../repository/user-git.ts';

const MAX_FILES_NAMED = 10;

const dirtyTarget = (worktree: string, files: readonly string[]): UserError =>
  new UserError(
    'dirty-target',
    `${worktree} has local changes in files that the merge would write: ${listFirst(files, MAX_FILES_NAMED)}.`,
    'Commit them, stash them or move them away, then merge again.',
  );

/** Paths with staged, unstaged or conflicting changes, from `status --porcelain=v2 -z`. */
const parseDirty = (status: string): readonly string[] => {
  const fields = status.split('\0');
  const paths: string[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    const blanks = { '1': 8, '2': 9, u: 10 }[field[0] ?? ''];
    if (blanks === undefined) continue;
    paths.push(field.split(' ').slice(blanks).join(' '));
    // A rename has its old name in the next field.
    if (field[0] === '2') paths.push(fields[(at += 1)] ?? '');
  }
  return paths;
};

const foldersAbove = (path: string): readonly string[] => {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.push(folder);
  return folders;
};

/** The nearest existing entry at or above a path: a file may be in the place of a folder. */
const blocks = async (worktree: string, path: string, tracked: ReadonlySet<string>): Promise<boolean> => {
  const found = await lstat(join(worktree, path)).catch(() => null);
  if (found !== null) return !tracked.has(path);
  for (const folder of foldersAbove(path)) {
    const above = await lstat(join(worktree, folder)).catch(() => null);
    if (above !== null) return !above.isDirectory() && !tracked.has(folder);
  }
  return false;
};

/** The user's files that the merge would overwrite: changed ones, and untracked or ignored ones in the way. */
export const guardWorktree = async (
  worktree: string,
  tipFiles: ReadonlySet<string>,
  changes: readonly { readonly path: string; readonly blob: string | null }[],
): Promise<void> => {
  const status = await userGit(worktree, null).must([
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=no',
    '--ignore-submodules=all',
    '--no-renames',
  ]);
  const touched = new Set(changes.map(({ path }) => path));
  const foldersTouched = new Set([...touched].flatMap(foldersAbove));
  const overlaps = (path: string): boolean =>
    touched.has(path) || foldersTouched.has(path) || foldersAbove(path).some((folder) => touched.has(folder));
  const collisions = parseDirty(status).filter(overlaps);
  for (const { path, blob } of changes) {
    if (blob !== null && !tipFiles.has(path) && (await blocks(worktree, path, tipFiles)))
      collisions.push(path);
  }
  if (collisions.length > 0) throw dirtyTarget(worktree, [...new Set(collisions)].sort());
};
