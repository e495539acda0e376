import type { MergeOutcome, MergeRequest } from '../../../ports/git-repository.ts';
import { InfrastructureError, UserError } from '../../../errors/user-error.ts';
import { applyRecordedPatch } from '../import/apply-patch-to-tree.ts';
import { branchWorktrees } from './branch-worktrees.ts';
import { guardWorktree } from './guard-worktree.ts';
import type { Opened } from '../import/import-candidate.ts';
import { mergeTrees } from './merge-trees.ts';
import { readChanges } from '../objects/read-changes.ts';
import { listTreeFiles } from '../objects/read-objects.ts';
import { moveRef } from './ref-transaction.ts';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import { resolveCommit } from '../repository/resolve-base.ts';
import { sentence } from '../repository/run-git.ts';
import { transferObjects } from '../objects/transfer-objects.ts';
import { updateWorktrees } from './update-worktrees.ts';
import { userGit } from '../repository/user-git.ts';

type Tip = { readonly commit: string; readonly tree: string };

const readTip = async ({ ask }: Opened, branch: string): Promise<Tip> => {
  const commit = branch.startsWith('refs/heads/') ? await resolveCommit(ask, branch) : null;
  if (commit === null) {
    throw new UserError(
      'unknown-branch',
      `There is no branch ${JSON.stringify(branch)}.`,
      'List the branches with `git branch`.',
    );
  }
  return { commit, tree: (await ask.must(['rev-parse', '--verify', `${commit}^{tree}`])).trim() };
};

/** base + recorded patch, applied as strictly as on import. */
const patchedTree = async ({ store }: Opened, { base, patch }: MergeRequest): Promise<string> => {
  const made = await applyRecordedPatch(store, base.tree, patch);
  if (made.ok) {
    const bad = (await readChanges(store, base.tree, made.tree))
      .map(({ path }) => refusePath(path))
      .find((why) => why !== null);
    if (bad === undefined) return made.tree;
    throw new UserError('bad-patch', `The recorded patch ${bad}.`, 'Check the run with hydra verify.');
  }
  throw new UserError('bad-patch', `The recorded patch ${made.reason}.`, 'Check the run with hydra verify.');
};

export const requireIdentity = async (gitDir: string): Promise<void> => {
  const user = userGit(gitDir, gitDir);
  const [author, committer] = [
    await user.run(['var', 'GIT_AUTHOR_IDENT']),
    await user.run(['var', 'GIT_COMMITTER_IDENT']),
  ];
  if (author.code === 0 && committer.code === 0) return;
  throw new UserError(
    'no-identity',
    'git has no name and address for a commit here.',
    'git config user.name "Your Name" && git config user.email you@example.com',
  );
};

const lostRace = (branch: string, why: string): UserError =>
  new UserError(
    'branch-moved',
    `${branch} was moved or locked by another process during the merge: ${why}`,
    'Nothing was changed. Merge again.',
  );

type Plan = { readonly tip: Tip; readonly tree: string; readonly worktrees: readonly string[] };

/** The candidate's author stays the author; the user who merges is the committer. */
const authorVariables = ({ author }: MergeRequest): Readonly<Record<string, string>> =>
  author === undefined
    ? {}
    : {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        ...(author.date === undefined || Number.isNaN(Date.parse(author.date))
          ? {}
          : { GIT_AUTHOR_DATE: new Date(author.date).toISOString() }),
      };

/** Everything that writes into the user's repository. */
const carryOut = async ({ places, store }: Opened, request: MergeRequest, plan: Plan): Promise<string> => {
  const { tip, tree, worktrees } = plan;
  const user = userGit(places.gitDir, places.gitDir);
  await transferObjects(store, user, tree, tip.tree);
  const message = `${request.message.replaceAll('\0', '').trimEnd()}\n`;
  const by = userGit(places.gitDir, places.gitDir, authorVariables(request));
  const made = await by.run(['commit-tree', tree, '-p', tip.commit, '-F', '-'], message);
  if (made.code !== 0) {
    throw new InfrastructureError(
      'git-failed',
      `git commit-tree failed: ${sentence(made.stderr)}`,
      'Check the repository with `git fsck`.',
    );
  }
  const commit = made.stdout.toString('utf8').trim();
  const move = { branch: request.branch, to: commit, from: tip.commit, why: 'hydra merge' };
  const refusal = await moveRef(places.gitDir, move, () => updateWorktrees(worktrees, tip.commit, commit));
  if (refusal !== null) throw lostRace(request.branch, refusal);
  return commit;
};

/** Puts base + recorded patch on the branch as one commit, or explains per file why not; never merges partially. */
export const mergeCandidate = async (opened: Opened, request: MergeRequest): Promise<MergeOutcome> => {
  const { places, store } = opened;
  const { base, branch } = request;
  const tip = await readTip(opened, branch);
  const patched = await patchedTree(opened, request);
  const how = tip.commit === base.commit ? 'fast' : 'three-way';
  const merged =
    how === 'fast'
      ? ({ clean: true, tree: patched } as const)
      : await mergeTrees(store, base.tree, tip.tree, patched);
  if (!merged.clean) return { status: 'conflict', branch, files: merged.files };
  const changes = await readChanges(store, tip.tree, merged.tree);
  if (changes.length === 0) {
    throw new UserError('nothing-to-merge', `${branch} already has this change.`, 'There is nothing to do.');
  }
  await requireIdentity(places.gitDir);
  const worktrees = await branchWorktrees(places, branch);
  if (worktrees.length > 0) {
    const tipFiles = new Set(await listTreeFiles(store, tip.tree));
    for (const worktree of worktrees) await guardWorktree(worktree, tipFiles, changes);
  }
  if (request.dryRun) return { status: 'would-merge', branch, how, files: changes.map(({ path }) => path) };
  const commit = await carryOut(opened, request, { tip, tree: merged.tree, worktrees });
  return { status: 'merged', commit, branch, how };
};
