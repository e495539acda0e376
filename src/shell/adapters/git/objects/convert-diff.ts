import { readlink } from 'node:fs/promises';
import type { PatchFault, PatchOp } from '../../../../core/domain/candidate/patch-op.ts';
import { describeFaults } from '../../../../core/patch/describe-faults.ts';
import type { DiffedOps, OpsDiff } from '../../../ports/patch-tools.ts';
import type { TreeReplacement } from '../../../ports/git-repository.ts';
import { computeOnDisk, realRoot } from '../../patch/patch-disk.ts';
import { type Identity, readPathState } from '../../patch/read-path-state.ts';
import { withPath } from '../../patch/with-folder.ts';
import { applyPatchToTree } from '../import/apply-patch-to-tree.ts';
import { composeTree } from './compose-tree.ts';
import { diffNames } from './diff-names.ts';
import { type ObjectStore, withTemporaryStore } from './object-store.ts';
import { recordPatch } from '../import/record-patch.ts';
import { treeOps } from './tree-ops.ts';
import { MODE } from './tree-path-states.ts';

const EXECUTABLE = 0o100;

const modeOf = ({ mode }: Pick<Identity, 'mode'>): string =>
  (Number(mode) & EXECUTABLE) === 0 ? MODE.file : MODE.executable;

const emptyTree = async (store: ObjectStore): Promise<string> =>
  (await store.must({ args: ['hash-object', '-t', 'tree', '-w', '--stdin'] })).toString('utf8').trim();

/** A file or link on disk as git would store it; null for anything else. */
const entryAt = async (root: string, path: string): Promise<TreeReplacement | null> => {
  const found = await readPathState(root, path);
  if (found === null || found.state.is === 'folder') return null;
  if (found.state.is === 'file') return { path, mode: modeOf(found.identity), bytes: found.state.bytes };
  const target = await withPath(root, path, (at) => readlink(at, 'buffer')).catch(() => null);
  return target === null ? null : { path, mode: MODE.link, bytes: target };
};

/** Operations that change the folder as the diff does, verified by applying them. */
export const diffToOps = async (at: string, diff: Uint8Array): Promise<DiffedOps> => {
  const root = await realRoot(at);
  return withTemporaryStore(async (store): Promise<DiffedOps> => {
    const entries: TreeReplacement[] = [];
    for (const path of diffNames(Buffer.from(diff).toString('latin1'))) {
      const entry = await entryAt(root, path);
      if (entry !== null) entries.push(entry);
    }
    const base = (await composeTree(store, await emptyTree(store), entries)).tree;
    const made = await applyPatchToTree(store, base, diff);
    if (!made.ok) return made;
    const converted = await treeOps(store, base, made.tree);
    if (!converted.ok) return converted;
    const computed = await computeOnDisk(root, converted.ops);
    if (!computed.ok) return { ok: false, reason: describeFaults(computed.faults) };
    for (const [path, bytes] of converted.contents)
      if (!Buffer.from(computed.patch.writes.get(path) ?? []).equals(bytes))
        throw new Error(`the operations give another ${path}`);
    return { ok: true, ops: converted.ops };
  });
};

/** The git diff of the operations' effect on the folder. */
export const opsToDiff = async (at: string, ops: readonly PatchOp[]): Promise<OpsDiff> => {
  const root = await realRoot(at);
  const computed = await computeOnDisk(root, ops);
  if (!computed.ok) return computed;
  const { patch, snapshot } = computed;
  const before = (path: string): TreeReplacement[] => {
    const [state, identity] = [snapshot.states.get(path), snapshot.identities.get(path)];
    return state?.is === 'file' && identity !== undefined
      ? [{ path, mode: modeOf(identity), bytes: state.bytes }]
      : [];
  };
  const modeNow = (path: string): string => before(path)[0]?.mode ?? MODE.file;
  return withTemporaryStore(async (store): Promise<OpsDiff> => {
    const old = [...patch.removals, ...patch.writes.keys()].flatMap(before);
    const base = (await composeTree(store, await emptyTree(store), old)).tree;
    const { tree } = await composeTree(store, base, [
      ...patch.removals.map((path) => ({ path, mode: '0', blob: null })),
      ...[...patch.writes].map(([path, bytes]) => ({ path, mode: modeNow(path), bytes })),
    ]);
    const recorded = await recordPatch(store, base, tree);
    const fault = (reason: string): PatchFault => ({ op: null, field: null, reason });
    return recorded.ok ? { ok: true, diff: recorded.patch } : { ok: false, faults: [fault(recorded.reason)] };
  });
};
