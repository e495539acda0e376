import type { Authorship } from '../../../core/domain/candidate/authorship.ts';
import type { Candidate } from '../../../core/domain/candidate/candidate.ts';
import type { Rejection } from '../../../core/domain/evidence/evidence.ts';
import type { CaptureTools } from './capture-tools.ts';
import type { Base, ImportedCandidate } from '../../ports/git-repository.ts';
import { throwIfAborted } from '../../errors/abort-error.ts';
import { inParallel } from '../../errors/in-parallel.ts';
import { damagedPatch, type PastImport, type PastImports } from '../recall/frozen-evaluation.ts';

export type Applied = {
  readonly candidate: Candidate;
  readonly tree: string;
  readonly patch: Uint8Array;
  readonly authorship?: Authorship;
};
export type ImportedField = { readonly applied: readonly Applied[]; readonly rejected: readonly Rejection[] };

/** Git processes at a time: enough to hide their start-up time, few enough for any machine. */
const IMPORTS_AT_ONCE = 4;
/** Only Hydra makes larger patches, from a commit or a folder; their trees are in the store. */
const MAX_REIMPORTED_BYTES = 20 * 1024 * 1024;

type Importing = Pick<CaptureTools, 'repository' | 'run' | 'digest' | 'signal'>;

/** As before the run was killed: from the stored patch, even if the source has changed. */
const importAgain = async (
  { repository, run }: Importing,
  base: Base,
  name: string,
  past: PastImport,
): Promise<ImportedCandidate> => {
  const { source } = past;
  if (past.state === 'rejected') return { ok: false, source, reason: past.reason };
  const { tree, patch, authorship } = past;
  const again = await repository.importCandidate(base, { kind: 'patch', at: patch.path });
  if (again.ok ? again.tree !== tree : patch.bytes.length <= MAX_REIMPORTED_BYTES)
    throw damagedPatch(run.id, name);
  return { ok: true, source, tree, patch: patch.bytes, ...(authorship === undefined ? {} : { authorship }) };
};

/** Turns every candidate into a tree or a rejection; a rejection does not affect the others. */
export const importField = async (
  tools: Importing,
  base: Base,
  candidates: readonly Candidate[],
  past: PastImports = new Map(),
): Promise<ImportedField> => {
  const { repository, run, digest, signal } = tools;
  const results: (Applied | Rejection)[] = [];
  const importOne = async (index: number): Promise<void> => {
    const candidate = candidates[index];
    if (candidate === undefined) return;
    const before = past.get(candidate.name);
    const imported =
      before === undefined
        ? await repository.importCandidate(base, candidate.source)
        : await importAgain(tools, base, candidate.name, before);
    const { source } = imported;
    const known = { ...candidate, source };
    if (!imported.ok) {
      results[index] = { candidate: known, reason: imported.reason };
      await run.record({ event: 'rejected', candidate: candidate.name, source, reason: imported.reason });
      return;
    }
    await run.savePatch(candidate.name, imported.patch);
    const { tree, patch, authorship } = imported;
    const by = authorship === undefined ? {} : { authorship };
    const sha256 = digest(patch);
    await run.record({ event: 'applied', candidate: candidate.name, source, tree, sha256, ...by });
    results[index] = { candidate: known, tree, patch, ...by };
  };
  await inParallel([...candidates.keys()], IMPORTS_AT_ONCE, (index) => {
    throwIfAborted(signal);
    return importOne(index);
  });
  return {
    applied: results.filter((result): result is Applied => 'tree' in result),
    rejected: results.filter((result): result is Rejection => 'reason' in result),
  };
};
