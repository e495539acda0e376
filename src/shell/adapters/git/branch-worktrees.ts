import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../user-error.ts';
import { userGit } from './user-git.ts';

/** What git leaves in a git directory while an operation waits for the user. */
const IN_PROGRESS: readonly (readonly [file: string, operation: string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_START', 'bisect'],
];

/** A rebase or bisection detaches HEAD and remembers the branch here. */
const REMEMBERS_BRANCH = ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START'];

type Listed = { readonly path: string; readonly branch: string | null; readonly bare: boolean };

const parseWorktrees = (porcelain: string): readonly Listed[] =>
  porcelain
    .split('\0\0')
    .map((record) => record.split('\0'))
    .flatMap((lines) => {
      const value = (key: string) => lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
      const path = value('worktree');
      return path === undefined
        ? []
        : [{ path, branch: value('branch') ?? null, bare: lines.includes('bare') }];
    });

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const operationIn = async (gitDir: string): Promise<string | null> => {
  for (const [file, operation] of IN_PROGRESS) if (await exists(join(gitDir, file))) return operation;
  return null;
};

const remembers = async (gitDir: string, branch: string): Promise<boolean> => {
  for (const file of REMEMBERS_BRANCH) {
    const text = (await readFile(join(gitDir, file), 'utf8').catch(() => '')).trim();
    if (text === branch || `refs/heads/${text}` === branch) return true;
  }
  return false;
};

const busy = (path: string, operation: string, branch: string): UserError =>
  new UserError(
    'operation-in-progress',
    `${path} is in the middle of a ${operation} on ${branch.replace('refs/heads/', '')}.`,
    `Finish or abort it first: git ${operation} --abort`.replace('bisect --abort', 'bisect reset'),
  );

/** Work trees that have the branch checked out and must follow it; refuses those in the middle of something. */
export const branchWorktrees = async (gitDir: string, branch: string): Promise<readonly string[]> => {
  const listed = parseWorktrees(
    await userGit(gitDir, gitDir).must(['worktree', 'list', '--porcelain', '-z']),
  );
  const following: string[] = [];
  for (const { path, branch: checkedOut, bare } of listed) {
    if (bare || !(await exists(path))) continue;
    const located = await userGit(path, null).run(['rev-parse', '--absolute-git-dir']);
    if (located.code !== 0) continue;
    const own = located.stdout.toString('utf8').replace(/\n$/, '');
    const operation = await operationIn(own);
    if (operation !== null && (checkedOut === branch || (await remembers(own, branch)))) {
      throw busy(path, operation, branch);
    }
    if (checkedOut === branch) following.push(path);
  }
  return following;
};
