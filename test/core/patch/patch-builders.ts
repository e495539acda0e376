import { computePatch, type ComputedPatch } from '../../../src/core/patch/compute-patch.ts';
import { snapshotOf } from '../../../src/core/patch/tree-snapshot.ts';
import type { PatchOp } from '../../../src/core/domain/candidate/patch-op.ts';

const encoder = new TextEncoder();

export type TextTree = Readonly<Record<string, string | Uint8Array>>;

export const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? encoder.encode(content) : content;

export const snapshotOfTexts = (files: TextTree) =>
  snapshotOf(
    Object.entries(files).map(([path, content]) => [path, { is: 'file', bytes: bytesOf(content) }] as const),
  );

export const compute = (files: TextTree, ops: readonly PatchOp[]): ComputedPatch =>
  computePatch(snapshotOfTexts(files), ops);

/** The whole tree afterwards, one character per byte; or the one fault as `ops[i].field: reason`. */
export const patched = (files: TextTree, ops: readonly PatchOp[]): Record<string, string> | string => {
  const made = compute(files, ops);
  if (!made.ok)
    return made.faults.map(({ op, field, reason }) => `ops[${op}].${field}: ${reason}`).join('; ');
  const after = new Map(Object.entries(files).map(([path, content]) => [path, bytesOf(content)] as const));
  for (const path of made.removals) after.delete(path);
  for (const [path, bytes] of made.writes) after.set(path, bytes);
  return Object.fromEntries([...after].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));
};
