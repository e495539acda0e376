import type { Candidate } from '../../core/domain/candidate.ts';
import type { Rejection } from '../../core/domain/evidence.ts';
import type { CaptureTools } from '../capture/capture-tools.ts';
import type { Base } from '../ports/git-repository.ts';

export type Applied = { readonly candidate: Candidate; readonly tree: string; readonly patch: Uint8Array };
export type ImportedField = { readonly applied: readonly Applied[]; readonly rejected: readonly Rejection[] };

/** Git processes at a time: enough to hide their start, few enough for any machine. */
const IMPORTS_AT_ONCE = 4;

/** Turns every candidate into a tree, or into a rejection that stops nobody else. */
export const importField = async (
  { repository, run }: Pick<CaptureTools, 'repository' | 'run'>,
  base: Base,
  candidates: readonly Candidate[],
): Promise<ImportedField> => {
  const results: (Applied | Rejection)[] = [];
  const importOne = async (index: number): Promise<void> => {
    const candidate = candidates[index];
    if (candidate === undefined) return;
    const imported = await repository.importCandidate(base, candidate.source);
    const known = { ...candidate, source: imported.source };
    if (!imported.ok) {
      results[index] = { candidate: known, reason: imported.reason };
      await run.record({ event: 'rejected', candidate: candidate.name, reason: imported.reason });
      return;
    }
    await run.savePatch(candidate.name, imported.patch);
    await run.record({ event: 'applied', candidate: candidate.name, tree: imported.tree });
    results[index] = { candidate: known, tree: imported.tree, patch: imported.patch };
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < candidates.length) await importOne(next++);
  };
  await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, worker));
  return {
    applied: results.filter((result): result is Applied => 'tree' in result),
    rejected: results.filter((result): result is Rejection => 'reason' in result),
  };
};
