import { UserError } from '../../../errors/user-error.ts';
import { sentence } from '../repository/run-git.ts';
import { userGit } from '../repository/user-git.ts';

/** Moves index and files from one commit to another; local changes elsewhere stay. */
const follow = async (worktree: string, from: string, to: string): Promise<string | null> => {
  const git = userGit(worktree, null);
  // A file that was only touched must not count as changed.
  await git.run(['update-index', '-q', '--refresh', '--ignore-submodules']);
  const dryRun = await git.run(['read-tree', '-n', '-m', '-u', from, to]);
  if (dryRun.code !== 0) return sentence(dryRun.stderr);
  const done = await git.run(['read-tree', '-m', '-u', from, to]);
  return done.code === 0 ? null : sentence(done.stderr);
};

/** All work trees of the branch or none: those already updated are rolled back. */
export const updateWorktrees = async (
  worktrees: readonly string[],
  from: string,
  to: string,
): Promise<void> => {
  const done: string[] = [];
  for (const worktree of worktrees) {
    const refusal = await follow(worktree, from, to);
    if (refusal === null) {
      done.push(worktree);
      continue;
    }
    for (const other of done) await follow(other, to, from);
    throw new UserError(
      'dirty-target',
      `${worktree} could not follow the branch: ${refusal}`,
      'The branch was not moved. See `git status` there, then merge again.',
    );
  }
};
