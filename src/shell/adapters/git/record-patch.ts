import { applyRecordedPatch } from './apply-patch.ts';
import type { ObjectStore } from './object-store.ts';

export const MAX_RECORDED_BYTES = 64 * 1024 * 1024;

/** Every choice spelled out: no version's default and no heuristic for renames decides what is recorded. */
const FLAGS = [
  '-r',
  '-p',
  '--binary',
  '--full-index',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--unified=3',
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--submodule=short',
  '--ignore-submodules=none',
];

export type RecordedPatch =
  | { readonly ok: true; readonly patch: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** The patch that is stored and later merged. Law: base + recorded patch = tree, tried before it is believed. */
export const recordPatch = async (store: ObjectStore, base: string, tree: string): Promise<RecordedPatch> => {
  const run = await store.run({ args: ['diff-tree', ...FLAGS, base, tree], maxBytes: MAX_RECORDED_BYTES });
  if (run.stopped === 'too-large')
    return { ok: false, reason: `is larger than ${MAX_RECORDED_BYTES >> 20} MB` };
  if (run.code !== 0) return { ok: false, reason: 'cannot be written as a patch' };
  const again = await applyRecordedPatch(store, base, run.stdout);
  if (!again.ok) return { ok: false, reason: `cannot be recorded: its own patch ${again.reason}` };
  if (again.tree !== tree)
    return { ok: false, reason: 'cannot be recorded: its own patch gives another tree' };
  return { ok: true, patch: run.stdout };
};
