import type { PatchOp } from '../domain/candidate/patch-op.ts';

export type SizeGuard = { readonly ok: boolean; readonly reason?: string };

const CARRIED = ['content', 'find', 'replace', 'insert'] as const;
const encoder = new TextEncoder();

/** UTF-8 bytes of everything in a patch. */
export const patchBytes = (patch: readonly PatchOp[]): number => {
  let bytes = 0;
  for (const op of patch)
    for (const field of CARRIED) {
      const text = (op as Partial<Record<(typeof CARRIED)[number], unknown>>)[field];
      if (typeof text === 'string') bytes += encoder.encode(text).length;
    }
  return bytes;
};

/** Small enough to examine. A limit that is not a number lets nothing through. */
export const diffSizeGuard = (
  patch: readonly PatchOp[],
  maxBytes: number = 50_000,
  maxOps: number = 50,
): SizeGuard => {
  if (!(patch.length <= maxOps))
    return { ok: false, reason: `has ${patch.length} operations, more than ${maxOps}` };
  const bytes = patchBytes(patch);
  return bytes <= maxBytes
    ? { ok: true }
    : { ok: false, reason: `carries ${bytes} bytes, more than ${maxBytes}` };
};
