import type { CandidateSource } from '../../../../core/domain/candidate/candidate.ts';
import type { Base, ImportedCandidate, ImportHow } from '../../../ports/git-repository.ts';
import type { MadeTree } from './apply-patch-to-tree.ts';
import type { AskRepository } from '../repository/ask-repository.ts';
import { importCommit } from './import-commit.ts';
import { importFolder } from './import-folder.ts';
import { importOps } from './import-ops.ts';
import { importPatch } from './import-patch.ts';
import type { Places } from '../repository/locate-repository.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { readChanges } from '../objects/read-changes.ts';
import { recordPatch } from './record-patch.ts';
import { readAuthorship } from './read-authorship.ts';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';

/** The parts of an open repository that an import needs. */
export type Opened = { readonly places: Places; readonly store: ObjectStore; readonly ask: AskRepository };

const makeTree = async (
  { places, store, ask }: Opened,
  base: Base,
  source: CandidateSource,
  how: ImportHow,
): Promise<{ readonly made: MadeTree; readonly source: CandidateSource }> => {
  switch (source.kind) {
    case 'patch':
      return { made: await importPatch(store, base, source.at), source };
    case 'ops':
      return { made: await importOps(store, base, source.at), source };
    case 'folder':
      return { made: await importFolder(store, places, base, { at: source.at, ...how }), source };
    case 'commit': {
      const { commit, ...made } = await importCommit(store, ask, base, source);
      return { made, source: commit === undefined ? source : { ...source, commit } };
    }
  }
};

/** Whatever the source, only paths that a patch could contain may change. */
const refuseChanges = async (store: ObjectStore, base: Base, tree: string): Promise<string | null> => {
  for (const { path } of await readChanges(store, base.tree, tree)) {
    const reason = refusePath(path);
    if (reason !== null) return reason;
  }
  return null;
};

/** A candidate's fault is a reason; a fault of the machine is thrown. */
export const importCandidate = async (
  opened: Opened,
  base: Base,
  asked: CandidateSource,
  how: ImportHow = {},
): Promise<ImportedCandidate> => {
  const { made, source } = await makeTree(opened, base, asked, how);
  if (!made.ok) return { ok: false, source, reason: made.reason };
  const reason = await refuseChanges(opened.store, base, made.tree);
  if (reason !== null) return { ok: false, source, reason };
  const recorded = await recordPatch(opened.store, base.tree, made.tree);
  if (!recorded.ok) return { ok: false, source, reason: recorded.reason };
  // A different id without a difference is an old encoding of the same tree.
  const tree = recorded.patch.length === 0 ? base.tree : made.tree;
  const authorship = await readAuthorship(opened.ask, base, source);
  return { ok: true, tree, source, patch: recorded.patch, ...(authorship === null ? {} : { authorship }) };
};
