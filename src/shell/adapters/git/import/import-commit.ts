import { listFirst } from '../../../../core/text/amounts.ts';
import type { Base } from '../../../ports/git-repository.ts';
import { type MadeTree, refused } from './apply-patch-to-tree.ts';
import { mergeCommits, mergeTrees } from '../merge/merge-trees.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { rebuildTree } from '../objects/rebuild-tree.ts';
import type { AskRepository } from '../repository/ask-repository.ts';
import { resolveCommit } from '../repository/resolve-base.ts';

const MAX_FILES_NAMED = 10;

const conflictIn = (files: readonly string[]): MadeTree =>
  refused(`conflicts with the base in ${listFirst(files, MAX_FILES_NAMED)}`);

const mergeBases = async (ask: AskRepository, base: string, commit: string): Promise<readonly string[]> => {
  const run = await ask.run(['merge-base', '--all', base, commit]);
  return run.code === 0 ? run.stdout.toString('utf8').trim().split('\n') : [];
};

const treeOf = async (store: ObjectStore, commit: string): Promise<string> =>
  (await store.must({ args: ['rev-parse', '--verify', `${commit}^{tree}`] })).toString('utf8').trim();

/** A descendant of the base is taken as it is; anything else is merged into the base. */
const foreignTree = async (
  store: ObjectStore,
  ask: AskRepository,
  base: Base,
  commit: string,
): Promise<MadeTree> => {
  const ancestors = await mergeBases(ask, base.commit, commit);
  const [ancestor] = ancestors;
  if (ancestor === undefined) return refused('shares no history with the base');
  if (ancestor === base.commit) return { ok: true, tree: await treeOf(store, commit) };
  const merged =
    ancestors.length > 1
      ? await mergeCommits(store, base.commit, commit)
      : await mergeTrees(store, await treeOf(store, ancestor), base.tree, await treeOf(store, commit));
  return merged.clean ? { ok: true, tree: merged.tree } : conflictIn(merged.files);
};

export const importCommit = async (
  store: ObjectStore,
  ask: AskRepository,
  base: Base,
  source: { readonly at: string; readonly commit?: string | undefined },
): Promise<MadeTree & { readonly commit?: string }> => {
  const commit = await resolveCommit(ask, source.commit ?? source.at);
  if (commit === null) return refused(`names no commit: ${source.at}`);
  const foreign = await foreignTree(store, ask, base, commit);
  return { ...(foreign.ok ? await rebuildTree(store, base.tree, foreign.tree) : foreign), commit };
};
