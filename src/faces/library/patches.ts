import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import { describeFaults } from '../../core/patch/describe-faults.ts';
import { type ValidatedPatch, validateFixerPatch } from '../../core/patch/validate-fixer-patch.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import type { PatchedFile, PatchOutcome } from '../../shell/ports/patch-tools.ts';
import { openPatchTools } from '../wiring/wiring.ts';

const refused = (faults: Extract<ValidatedPatch, { ok: false }>['reasons']): UserError =>
  new UserError(
    'patch-refused',
    `The patch is refused: ${describeFaults(faults)}`,
    'Nothing was changed. Fix that operation.',
  );

const validOps = (ops: readonly PatchOp[]): readonly PatchOp[] => {
  const validated = validateFixerPatch(ops);
  if (!validated.ok) throw refused(validated.reasons);
  return validated.ops;
};

const changesOf = (outcome: PatchOutcome): { readonly changes: readonly PatchedFile[] } => {
  if (!outcome.ok) throw refused(outcome.faults);
  return { changes: outcome.changes };
};

/** What patch operations would change in a folder, or a UserError that names the operation and the reason. */
export const checkPatch = async (
  root: string,
  ops: readonly PatchOp[],
): Promise<{ readonly changes: readonly PatchedFile[] }> =>
  changesOf(await (await openPatchTools()).check(root, validOps(ops)));

/**
 * Applies patch operations to a folder: all of them, or none and a UserError that names the operation and the reason.
 * Nothing is written outside the folder, into `.git`, or through a link that leads there.
 */
export const applyPatch = async (
  root: string,
  ops: readonly PatchOp[],
): Promise<{ readonly changes: readonly PatchedFile[] }> =>
  changesOf(await (await openPatchTools()).apply(root, validOps(ops)));

/** A git diff of a folder as patch operations. */
export const patchFromDiff = async (root: string, diff: Uint8Array): Promise<readonly PatchOp[]> => {
  const converted = await (await openPatchTools()).fromDiff(root, diff);
  if (converted.ok) return converted.ops;
  throw refused([{ op: null, field: null, reason: converted.reason }]);
};

/** Patch operations on a folder as a git diff. */
export const patchToDiff = async (root: string, ops: readonly PatchOp[]): Promise<Uint8Array> => {
  const converted = await (await openPatchTools()).toDiff(root, validOps(ops));
  if (converted.ok) return converted.diff;
  throw refused(converted.faults);
};
