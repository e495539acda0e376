import type { TreeChange } from '../../../ports/workspaces.ts';
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

const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 256 * 1024;
const remembered = new WeakMap<ObjectStore, Map<string, Promise<Buffer>>>();

/** Trees do not change, and each difference is read several times: small ones are cached. */
const diffTree = (store: ObjectStore, args: readonly string[]): Promise<Buffer> => {
  const known = remembered.get(store) ?? new Map<string, Promise<Buffer>>();
  remembered.set(store, known);
  const key = args.join(' ');
  const found = known.get(key);
  if (found !== undefined) return found;
  const asked = store.must({ args: [...DIFF_TREE, ...args] });
  if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value ?? '');
  known.set(key, asked);
  const forget = (): boolean => known.delete(key);
  asked.then((bytes) => bytes.length > LONGEST_REMEMBERED && forget(), forget);
  return asked;
};

/** Raw records begin with a colon and have one path, or two for a rename; line counts follow the last. */
const endOfRaw = (both: Buffer): number => {
  let at = 0;
  while (both[at] === 0x3a) {
    const end = both.indexOf(0, at);
    const status = both[both.lastIndexOf(0x20, end) + 1];
    const paths = status === 0x52 || status === 0x43 ? 2 : 1;
    at = end + 1;
    for (let path = 0; path < paths; path += 1) at = both.indexOf(0, at) + 1;
  }
  return at;
};

/** The bare store has no attributes: `* -diff` and the like hide nothing. */
export const readRawDiff = async (store: ObjectStore, from: string, to: string) => {
  const both = await diffTree(store, ['--raw', '--numstat', ...RENAMES, from, to]);
  const end = endOfRaw(both);
  return { raw: both.subarray(0, end), numstat: both.subarray(end) };
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
  diffTree(store, ['--raw', '--no-renames', from, to]);

export const readChanges = async (
  store: ObjectStore,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> => parseRawChanges(await readRawChanges(store, from, to));

/**
 * Raw differences → lines for `update-index --index-info`, in bytes.
 * `before` and `after`: the changed paths on one side; `change`: the step from one to the other.
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
