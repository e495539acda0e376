import type { PatchFault, PatchOp } from '../../core/domain/candidate/patch-op.ts';

export type PatchedFile = {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'removed';
  /** Size afterwards; 0 if the file is removed. */
  readonly bytes: number;
};

/** What a patch would change, or did; or why it cannot be applied to this tree. */
export type PatchOutcome =
  | { readonly ok: true; readonly changes: readonly PatchedFile[] }
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

/** A diff as operations, or what it does that operations cannot express, as a predicate. */
export type DiffedOps =
  | { readonly ok: true; readonly ops: readonly PatchOp[] }
  | { readonly ok: false; readonly reason: string };

export type OpsDiff =
  | { readonly ok: true; readonly diff: Uint8Array }
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

/** Patch operations on a folder of this machine. The operations must be valid in themselves. */
export type PatchTools = {
  /** Computes everything and writes nothing. */
  check(root: string, ops: readonly PatchOp[]): Promise<PatchOutcome>;
  /** All or nothing; faults of the machine are thrown, and the tree is left unchanged. */
  apply(root: string, ops: readonly PatchOp[]): Promise<PatchOutcome>;
  /** Reads the folder, as operations need byte positions that hunks do not have. */
  fromDiff(root: string, diff: Uint8Array): Promise<DiffedOps>;
  toDiff(root: string, ops: readonly PatchOp[]): Promise<OpsDiff>;
};
