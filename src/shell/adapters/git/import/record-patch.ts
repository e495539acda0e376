import { applyRecordedTo } from './apply-patch-to-tree.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { indexInfo, readRawChanges } from '../objects/read-changes.ts';
import { withEmptyIndex } from '../objects/temporary-index.ts';

const MAX_RECORDED_BYTES = 64 * 1024 * 1024;

/** All options explicit, so that no default of a git version and no rename heuristic affects the record. */
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

type RecordedPatch =
  | { readonly ok: true; readonly patch: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** Applies the patch to the changed paths of the base alone, and compares each result. */
const reproduces = (store: ObjectStore, raw: Buffer, patch: Uint8Array): Promise<string | null> =>
  withEmptyIndex(store, async (index) => {
    const { env } = index;
    await store.must({ args: ['update-index', '-z', '--index-info'], stdin: indexInfo(raw, 'before'), env });
    const reason = await applyRecordedTo(store, index, patch);
    if (reason !== null) return `its own patch ${reason}`;
    const entries = (await store.must({ args: ['ls-files', '-s', '-z'], env })).toString('latin1');
    const found = entries.replace(/^(\d+ [0-9a-f]+) 0\t|(\0\d+ [0-9a-f]+) 0\t/g, '$1$2\t').split('\0');
    const wanted = indexInfo(raw, 'after').toString('latin1').split('\0');
    return found.sort().join('\0') === wanted.sort().join('\0') ? null : 'its own patch gives another tree';
  });

/** The patch that is stored and later merged. Invariant: base + recorded patch = tree, verified here. */
export const recordPatch = async (store: ObjectStore, base: string, tree: string): Promise<RecordedPatch> => {
  if (base === tree) return { ok: true, patch: new Uint8Array() };
  const run = await store.run({ args: ['diff-tree', ...FLAGS, base, tree], maxBytes: MAX_RECORDED_BYTES });
  if (run.stopped === 'too-large')
    return { ok: false, reason: `is larger than ${MAX_RECORDED_BYTES >> 20} MB` };
  if (run.code !== 0) return { ok: false, reason: 'cannot be written as a patch' };
  if (run.stdout.length === 0) return { ok: true, patch: run.stdout };
  const why = await reproduces(store, await readRawChanges(store, base, tree), run.stdout);
  return why === null ? { ok: true, patch: run.stdout } : { ok: false, reason: `cannot be recorded: ${why}` };
};
