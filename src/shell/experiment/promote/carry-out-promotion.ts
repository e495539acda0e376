import type { GitRepository } from '../../ports/git-repository.ts';
import type { OpenedPullRequest, PullRequests } from '../../ports/pull-requests.ts';
import { UserError } from '../../errors/user-error.ts';
import type { PromotionPlan } from './plan-promotion.ts';

const EXECUTABLE = '100755';
const PLAIN = '100644';

/** Carries out a plan: a branch, a commit, a push and a pull request with the report as its body. */
export const carryOutPromotion = async (
  repository: Pick<GitRepository, 'composeTree'>,
  pullRequests: PullRequests,
  { base, branch, title, body, changes }: PromotionPlan,
  remote = 'origin',
): Promise<OpenedPullRequest> => {
  const { tree } = await repository.composeTree(
    base.tree,
    changes.map(({ path, file }) =>
      file === null
        ? { path, mode: PLAIN, blob: null }
        : { path, mode: file.executable ? EXECUTABLE : PLAIN, bytes: file.bytes },
    ),
  );
  if (tree === base.tree)
    throw new UserError(
      'nothing-to-promote',
      `${base.ref} already has this configuration.`,
      'There is nothing to do.',
    );
  return pullRequests.open({ base, tree, branch, title, body, remote, message: title });
};
