import { resolve } from 'node:path';
import { computePatch } from '../../../../core/patch/compute-patch.ts';
import { describeFaults } from '../../../../core/patch/describe-faults.ts';
import { diffSizeGuard } from '../../../../core/patch/diff-size-guard.ts';
import { readCandidateText } from '../../../../core/patch/read-patch-text.ts';
import type { Base, TreeReplacement } from '../../../ports/git-repository.ts';
import { type MadeTree, refused } from './apply-patch-to-tree.ts';
import { composeTree } from '../objects/compose-tree.ts';
import { readBounded } from './import-patch.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { MODE, treePathStates } from '../objects/tree-path-states.ts';

/** base + a list of operations, or of whole files → tree. The list is untrusted. */
export const importOps = async (store: ObjectStore, base: Base, at: string): Promise<MadeTree> => {
  const read = await readBounded(resolve(at));
  if (read.bytes === null) return refused(read.reason);
  const patch = readCandidateText(read.bytes);
  if (!patch.ok) return refused(describeFaults(patch.reasons));
  const guard = diffSizeGuard(patch.ops);
  if (!patch.whole && !guard.ok) return refused(guard.reason ?? 'is too large');
  const found = await treePathStates(store, base.tree, patch.ops);
  if (!found.ok) return refused(describeFaults(found.faults));
  const computed = computePatch(found.states, patch.ops, found.places);
  if (!computed.ok) return refused(describeFaults(computed.faults));
  const replacements: readonly TreeReplacement[] = [
    ...computed.removals.map((path) => ({ path, mode: '0', blob: null })),
    ...[...computed.writes].map(([path, bytes]) => ({
      path,
      mode: found.modes.get(path) ?? MODE.file,
      bytes,
    })),
  ];
  return { ok: true, tree: (await composeTree(store, base.tree, replacements)).tree };
};
