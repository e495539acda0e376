import type { PatchFault, PatchOp } from '../../core/domain/candidate/patch-op.ts';

export type FileChange = {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'removed';
  /** Size afterwards; 0 where the file is gone. */
  readonly bytes: number;
};

/** What a patch would change, or did; or why it cannot be applied to this tree. */
export type PatchOutcome =
  | { readonly ok: true; readonly changes: readonly FileChange[] }
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

/** A diff as operations, or what it does that they cannot say: a predicate of it. */
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
  /** All or nothing; what the machine does wrong is thrown, and the tree is as it was. */
  apply(root: string, ops: readonly PatchOp[]): Promise<PatchOutcome>;
  /** Reads the folder, as an operation says more than a hunk: where, by bytes. */
  fromDiff(root: string, diff: Uint8Array): Promise<DiffedOps>;
  toDiff(root: string, ops: readonly PatchOp[]): Promise<OpsDiff>;
};
