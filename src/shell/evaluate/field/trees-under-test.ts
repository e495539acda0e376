import { compilesFile } from '../../../core/domain/source/install-scope.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { PinnedCandidate } from './pin-field.ts';

type Field = { readonly base: Base; readonly plan: CheckPlan; readonly pinned: readonly PinnedCandidate[] };

/** It changed a manifest, or a source that the installation compiles, so it cannot use the shared installation. */
export const needsOwnInstall = (
  { install }: Pick<CheckPlan, 'install'>,
  changes: readonly Pick<TreeChange, 'path'>[],
): boolean => {
  if (install === null) return false;
  const manifests = new Set(install.manifests);
  return changes.some(({ path }) => manifests.has(path) || compilesFile(install, path));
};

export const baselineSubject = (base: Base): TreeUnderTest => ({
  tree: base.tree,
  side: 'baseline',
  changes: [],
  ownInstall: false,
  owners: ['baseline'],
});

/** The base and every distinct tree. A candidate equal to the base or to another candidate costs nothing. */
export const treesUnderTest = ({ base, plan, pinned }: Field): readonly TreeUnderTest[] => {
  const byTree = new Map<string, { owners: [string, ...string[]]; changes: readonly TreeChange[] }>();
  for (const { candidate, changes, pinned: seen } of pinned) {
    const known = byTree.get(seen.tree);
    if (known === undefined) byTree.set(seen.tree, { owners: [candidate.name], changes });
    else known.owners.push(candidate.name);
  }
  byTree.delete(base.tree);
  const others = [...byTree].map(([tree, { owners, changes }]): TreeUnderTest => ({
    tree,
    owners,
    changes,
    ownInstall: needsOwnInstall(plan, changes),
    side: 'candidate',
  }));
  return [baselineSubject(base), ...others];
};
