import { randomBytes } from 'node:crypto';
import type { TreePatch } from '../../../core/patch/compute-patch.ts';
import { foldersAbove } from '../../../core/patch/tree-snapshot.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { codeOf } from './read-path-state.ts';
import {
  makeFolder,
  placeFile,
  removeFolder,
  replaceFile,
  setAside,
  stageFile,
  unlinkIfThere,
  type ReversibleSteps,
} from './reversible-steps.ts';

export type Placing = Pick<ReversibleSteps, 'root' | 'snapshot' | 'disk'> & { readonly patch: TreePatch };

/** Restores the tree, or reports what could not be restored. */
const takeBack = async ({ undos }: ReversibleSteps, error: unknown): Promise<never> => {
  const left: string[] = [];
  for (const { what, run } of undos.reverse())
    await run().catch(() => {
      left.push(what);
    });
  if (left.length === 0) throw error;
  throw new InfrastructureError(
    'patch-not-undone',
    `The patch failed (${codeOf(error)}) and could not be undone everywhere. Check: ${left.join(', ')}`,
    'Files named .hydra-patch-*.old are the originals.',
  );
};

const carryOut = async ({ patch, snapshot }: Placing, work: ReversibleSteps): Promise<void> => {
  const id = randomBytes(6).toString('hex');
  const emptied = new Set(patch.emptied);
  const stays = (folder: string): boolean =>
    snapshot.states.get(folder)?.is === 'folder' && !emptied.has(folder);
  let count = 0;
  /** Next to the file, or in the nearest folder that exists before and after. */
  const aside = (path: string, ending: 'new' | 'old'): string => {
    const folder = foldersAbove(path).find(stays) ?? '';
    count += 1;
    return `${folder === '' ? '' : `${folder}/`}.hydra-patch-${id}-${count}.${ending}`;
  };
  const isFile = (path: string): boolean => snapshot.states.get(path)?.is === 'file';
  const staged = new Map<string, string>();
  for (const [path, bytes] of patch.writes) {
    const at = aside(path, 'new');
    staged.set(path, at);
    await stageFile(work, at, bytes, isFile(path) ? path : null);
  }
  for (const path of patch.removals) await setAside(work, path, aside(path, 'old'));
  for (const folder of patch.emptied) await removeFolder(work, folder);
  const folders = new Set([...patch.writes.keys()].flatMap((path) => [...foldersAbove(path)].reverse()));
  for (const folder of folders) if (!stays(folder)) await makeFolder(work, folder);
  for (const [path, at] of staged)
    if (isFile(path)) await replaceFile(work, at, path, aside(path, 'old'));
    else await placeFile(work, at, path);
};

/** Writes a computed patch: all files next to their targets first, then renames; a failure undoes everything. */
export const putInPlace = async (placing: Placing): Promise<void> => {
  const { root, snapshot, disk } = placing;
  const work: ReversibleSteps = { root, snapshot, disk, undos: [], backups: [] };
  try {
    await carryOut(placing, work);
  } catch (error) {
    await takeBack(work, error);
  }
  const left: string[] = [];
  for (const backup of work.backups)
    await unlinkIfThere(work, backup).catch(() => {
      left.push(backup);
    });
  if (left.length === 0) return;
  throw new InfrastructureError(
    'patch-leftovers',
    `The patch is applied, but copies of the originals could not be removed: ${left.join(', ')}`,
    'Remove them by hand.',
  );
};
