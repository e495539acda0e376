import { realpath, stat } from 'node:fs/promises';
import type { PatchOp } from '../../../core/domain/candidate/patch-op.ts';
import { computePatch, type TreePatch } from '../../../core/patch/compute-patch.ts';
import type { PathState } from '../../../core/patch/tree-snapshot.ts';
import type { PatchedFile, PatchOutcome } from '../../ports/patch-tools.ts';
import { InfrastructureError, UserError } from '../../errors/user-error.ts';
import { type Disk, realDisk } from './disk.ts';
import { type DiskSnapshot, snapshotDisk } from './disk-snapshot.ts';
import { putInPlace } from './put-in-place.ts';

export const realRoot = async (root: string): Promise<string> => {
  const real = await realpath(root).catch(() => null);
  if (real !== null && (await stat(real)).isDirectory()) return real;
  throw new UserError('patch-root', `${root} is not a folder.`, 'Give the folder to patch with --root DIR.');
};

const changesOf = (patch: TreePatch, before: ReadonlyMap<string, PathState>): readonly PatchedFile[] =>
  [
    ...[...patch.writes].map(([path, bytes]): PatchedFile => ({
      path,
      change: before.get(path)?.is === 'file' ? 'modified' : 'added',
      bytes: bytes.length,
    })),
    ...patch.removals.map((path): PatchedFile => ({ path, change: 'removed', bytes: 0 })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));

type Ready = { readonly ok: true; readonly patch: TreePatch; readonly snapshot: DiskSnapshot };

/** Reads what the operations need and computes the result; nothing is written. */
export const computeOnDisk = async (
  root: string,
  ops: readonly PatchOp[],
): Promise<Ready | (PatchOutcome & { readonly ok: false })> => {
  const snapshot = await snapshotDisk(root, ops);
  if (!snapshot.ok) return snapshot;
  const computed = computePatch(snapshot.states, ops, snapshot.places);
  return computed.ok ? { ok: true, patch: computed, snapshot } : computed;
};

/** System calls get the number of an open folder; errors show the name in it. */
const withoutDescriptors = (text: string): string => text.replaceAll(/\/proc\/self\/fd\/\d+\//g, '');

const explained = (error: unknown): Error => {
  if (error instanceof UserError || error instanceof InfrastructureError) return error;
  const why = withoutDescriptors(error instanceof Error ? error.message : String(error));
  return new InfrastructureError(
    'patch-not-written',
    `The patch could not be written (${why}). The tree is unchanged.`,
    'Check whether the disk is full or a folder is read-only.',
  );
};

export const checkOnDisk = async (root: string, ops: readonly PatchOp[]): Promise<PatchOutcome> => {
  const ready = await computeOnDisk(await realRoot(root), ops);
  return ready.ok ? { ok: true, changes: changesOf(ready.patch, ready.snapshot.states) } : ready;
};

/** All or nothing. */
export const applyOnDisk = async (
  at: string,
  ops: readonly PatchOp[],
  disk: Disk = realDisk,
): Promise<PatchOutcome> => {
  const root = await realRoot(at);
  const ready = await computeOnDisk(root, ops);
  if (!ready.ok) return ready;
  try {
    await putInPlace({ root, patch: ready.patch, snapshot: ready.snapshot, disk });
  } catch (error) {
    throw explained(error);
  }
  return { ok: true, changes: changesOf(ready.patch, ready.snapshot.states) };
};
