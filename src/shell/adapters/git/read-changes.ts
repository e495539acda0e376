import type { TreeChange } from '../../ports/workspaces.ts';
import type { ObjectStore } from './object-store.ts';

const RENAMES = ['-M', '-l1000'];
const DIFF_TREE = [
  'diff-tree',
  '-r',
  '-z',
  '--no-abbrev',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=none',
];

/** The bare store has no attributes: `* -diff` and the like hide nothing. */
export const readRawDiff = async (store: ObjectStore, from: string, to: string) => {
  const [raw, numstat] = await Promise.all([
    store.must({ args: [...DIFF_TREE, '--raw', ...RENAMES, from, to] }),
    store.must({ args: [...DIFF_TREE, '--numstat', ...RENAMES, from, to] }),
  ]);
  return { raw, numstat };
};

/** `:oldmode newmode oldid newid status NUL path NUL`, without renames. */
export const parseRawChanges = (raw: Uint8Array): readonly TreeChange[] => {
  const fields = Buffer.from(raw).toString('utf8').split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , blob = '', status = ''] = (fields[at] ?? '').split(' ');
    if (status === '') return changes;
    changes.push({ path: fields[at + 1] ?? '', mode, blob: status === 'D' ? null : blob });
  }
  return changes;
};

export const readRawChanges = (store: ObjectStore, from: string, to: string): Promise<Buffer> =>
  store.must({ args: [...DIFF_TREE, '--raw', '--no-renames', from, to] });

export const readChanges = async (
  store: ObjectStore,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> => parseRawChanges(await readRawChanges(store, from, to));

/**
 * Raw differences → lines for `update-index --index-info`, in bytes.
 * `before` and `after`: the changed paths as they are on one side; `change`: what leads from one to the other.
 */
export const indexInfo = (raw: Uint8Array, side: 'before' | 'after' | 'change'): Buffer => {
  const fields = Buffer.from(raw).toString('latin1').split('\0');
  let lines = '';
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = (fields[at] ?? '')
      .slice(1)
      .split(' ');
    const [mode, id] = side === 'before' ? [oldMode, oldId] : [newMode, newId];
    const absent = side === 'before' ? status === 'A' : status === 'D';
    if (absent && side !== 'change') continue;
    lines += `${absent ? '0' : mode} ${id}\t${fields[at + 1] ?? ''}\0`;
  }
  return Buffer.from(lines, 'latin1');
};
