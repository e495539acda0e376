import type { PatchFault, PatchOp } from '../domain/candidate/patch-op.ts';
import { shownPath } from '../domain/candidate/refuse-path.ts';
import { type Changed, editBytes, MAX_FILE_BYTES, spliceBytes } from './change-bytes.ts';
import { openTree } from './patched-tree.ts';
import type { PathState } from './tree-snapshot.ts';

/** Bytes written by all operations together: memory is limited. */
const MAX_WRITTEN_BYTES = 256 * 1024 * 1024;

/** The effect of a patch on a tree. `emptied`: folders that lost their last file, deepest first. */
export type TreePatch = {
  readonly writes: ReadonlyMap<string, Uint8Array>;
  readonly removals: readonly string[];
  readonly emptied: readonly string[];
};

export type ComputedPatch =
  | ({ readonly ok: true } & TreePatch)
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

type Tree = ReturnType<typeof openTree>;
type Fault = Pick<PatchFault, 'field' | 'reason'>;

const encoder = new TextEncoder();

const atPath = (reason: string): Fault => ({ field: 'path', reason });

const addFile = (tree: Tree, op: PatchOp & { readonly kind: 'add' }, place: string): Fault | null => {
  const found = tree.at(place);
  if (found !== null && found.is !== 'file')
    return atPath(`${shownPath(op.path)} exists and is ${found.is === 'folder' ? 'a folder' : found.what}`);
  if (found !== null && op.overwrite !== true)
    return atPath(`${shownPath(op.path)} exists; overwrite must be true to replace it`);
  const inWay = tree.blocking(place);
  if (inWay !== null) return atPath(`${shownPath(op.path)} cannot be: ${shownPath(inWay)} is not a folder`);
  const bytes = encoder.encode(op.content);
  if (bytes.length > MAX_FILE_BYTES)
    return { field: 'content', reason: `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB` };
  tree.put(place, bytes);
  return null;
};

const changeFile = (tree: Tree, op: Exclude<PatchOp, { kind: 'add' }>, place: string): Fault | null => {
  const found: PathState | null = tree.at(place);
  if (found === null) return atPath(`${shownPath(op.path)} does not exist`);
  if (found.is !== 'file')
    return atPath(`${shownPath(op.path)} is ${found.is === 'folder' ? 'a folder' : found.what}`);
  if (op.kind === 'remove') {
    tree.remove(place);
    return null;
  }
  const changed: Changed = op.kind === 'edit' ? editBytes(found.bytes, op) : spliceBytes(found.bytes, op);
  if (!changed.ok) return { ...changed.fault, reason: `${changed.fault.reason}, in ${shownPath(op.path)}` };
  tree.put(place, changed.bytes);
  return null;
};

/**
 * Applies the operations in order to a tree, all or nothing.
 * `places`: where each path leads after following links; the path itself if there are none.
 */
export const computePatch = (
  snapshot: ReadonlyMap<string, PathState>,
  ops: readonly PatchOp[],
  places: readonly string[] = ops.map(({ path }) => path),
): ComputedPatch => {
  const tree = openTree(snapshot);
  for (const [at, op] of ops.entries()) {
    const place = places[at] ?? op.path;
    const fault = op.kind === 'add' ? addFile(tree, op, place) : changeFile(tree, op, place);
    if (fault !== null) return { ok: false, faults: [{ op: at, ...fault }] };
    if (tree.writtenBytes() > MAX_WRITTEN_BYTES)
      return {
        ok: false,
        faults: [{ op: at, field: null, reason: `writes more than ${MAX_WRITTEN_BYTES / 1024 / 1024} MB` }],
      };
  }
  return { ok: true, ...tree.outcome() };
};
