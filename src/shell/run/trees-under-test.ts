import type { CheckPlan } from '../../core/domain/repo-facts.ts';
import type { TreeUnderTest } from '../capture/tree-lane.ts';
import type { Base, GitRepository } from '../ports/git-repository.ts';
import type { Applied } from './import-field.ts';

type Field = { readonly base: Base; readonly plan: CheckPlan; readonly applied: readonly Applied[] };

/** The base and every distinct tree beside it. A candidate equal to the base or to another costs nothing. */
export const treesUnderTest = async (
  repository: GitRepository,
  { base, plan, applied }: Field,
): Promise<readonly TreeUnderTest[]> => {
  const manifests = new Set(plan.install?.manifests ?? []);
  const ownersByTree = new Map<string, [string, ...string[]]>();
  for (const { candidate, tree } of applied) {
    const owners = ownersByTree.get(tree);
    if (owners === undefined) ownersByTree.set(tree, [candidate.name]);
    else owners.push(candidate.name);
  }
  const baseline: TreeUnderTest = {
    tree: base.tree,
    side: 'baseline',
    changes: [],
    ownInstall: false,
    owners: ['baseline'],
  };
  ownersByTree.delete(base.tree);
  const others = [...ownersByTree].map(async ([tree, owners]): Promise<TreeUnderTest> => {
    const changes = await repository.changes(base.tree, tree);
    const ownInstall = changes.some(({ path }) => manifests.has(path));
    return { tree, owners, changes, ownInstall, side: 'candidate' };
  });
  return [baseline, ...(await Promise.all(others))];
};
