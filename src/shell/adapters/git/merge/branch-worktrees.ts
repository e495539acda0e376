import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../errors/user-error.ts';
import type { Places } from '../repository/locate-repository.ts';
import { userGit } from '../repository/user-git.ts';
import { targetExists } from '../../system/path-kind.ts';

/** Files in a git directory while an operation waits for the user. */
const IN_PROGRESS: readonly (readonly [file: string, operation: string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_START', 'bisect'],
];

/** A rebase or bisect detaches HEAD and stores the branch here. */
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

const operationIn = async (gitDir: string): Promise<string | null> => {
  for (const [file, operation] of IN_PROGRESS) if (await targetExists(join(gitDir, file))) return operation;
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

const cannotFind = (path: string, branch: string): UserError =>
  new UserError(
    'unknown-worktree',
    `${branch.replace('refs/heads/', '')} is checked out in a work tree of ${path} that git does not list.`,
    'Run hydra merge inside that work tree.',
  );

const answer = async (cwd: string, question: string): Promise<string | null> => {
  const run = await userGit(cwd, null).run(['rev-parse', question]);
  return run.code === 0 ? run.stdout.toString('utf8').replace(/\n$/, '') : null;
};

/** If git lists a git directory instead of its work tree (submodules, separate ones), we know our own. */
const topOf = async (places: Places, listed: string, gitDir: string): Promise<string | null> =>
  gitDir === places.gitDir ? places.root : answer(listed, '--show-toplevel');

/** Work trees that have the branch checked out and must follow it; rejects those with an operation in progress. */
export const branchWorktrees = async (places: Places, branch: string): Promise<readonly string[]> => {
  const ask = userGit(places.gitDir, places.gitDir);
  const following: string[] = [];
  for (const listed of parseWorktrees(await ask.must(['worktree', 'list', '--porcelain', '-z']))) {
    const gitDir =
      listed.bare || !(await targetExists(listed.path))
        ? null
        : await answer(listed.path, '--absolute-git-dir');
    if (gitDir === null) continue;
    const operation = await operationIn(gitDir);
    if (operation !== null && (listed.branch === branch || (await remembers(gitDir, branch)))) {
      throw busy(listed.path, operation, branch);
    }
    if (listed.branch !== branch) continue;
    const top = await topOf(places, listed.path, gitDir);
    if (top === null) throw cannotFind(listed.path, branch);
    following.push(top);
  }
  return following;
};
