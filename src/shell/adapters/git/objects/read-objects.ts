import { UserError } from '../../../errors/user-error.ts';
import type { ObjectStore } from './object-store.ts';

const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST = 256 * 1024;

type RecentBlobs = {
  has(id: string): boolean;
  get(id: string): Uint8Array | undefined;
  keep(id: string, bytes: Uint8Array): void;
};

const newRecent = (): RecentBlobs => {
  const blobs = new Map<string, Uint8Array>();
  let total = 0;
  return {
    has: (id) => blobs.has(id),
    get: (id) => blobs.get(id),
    keep(id, bytes) {
      if (bytes.length > LARGEST || blobs.has(id)) return;
      // A copy: a view would keep the whole output that it was cut from.
      blobs.set(id, Uint8Array.prototype.slice.call(bytes));
      total += bytes.length;
      for (const [oldest, old] of blobs) {
        if (total <= MOST_BYTES) break;
        blobs.delete(oldest);
        total -= old.length;
      }
    },
  };
};

const recent = new WeakMap<ObjectStore, RecentBlobs>();

/** Recently read small blobs: a change is measured, checked for flags and written into workspaces. */
const recentBlobs = (store: ObjectStore): RecentBlobs => {
  const found = recent.get(store) ?? newRecent();
  recent.set(store, found);
  return found;
};

const MEGABYTE = 1024 * 1024;
const MAX_TEXT_BYTES = 32 * MEGABYTE;
const MAX_BLOB_BYTES = 64 * MEGABYTE;
const BATCH_BYTES = 64 * MEGABYTE;
const BATCH_IDS = 10_000;

export type TreeEntry = { readonly mode: string; readonly id: string };
/** By path, in the order of the tree. */
type Listing = ReadonlyMap<string, TreeEntry>;

const listEntries = async (store: ObjectStore, tree: string): Promise<Listing> => {
  const listed = (await store.must({ args: ['ls-tree', '-r', '-z', '--full-tree', tree] })).toString('utf8');
  return new Map(
    listed.split('\0').flatMap((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , id = ''] = line.slice(0, Math.max(0, tab)).split(' ');
      return tab < 0 ? [] : [[line.slice(tab + 1), { mode, id }] as const];
    }),
  );
};

const MOST_TREES = 2;
const listings = new WeakMap<ObjectStore, Map<string, Promise<Listing>>>();

/** A tree never changes, and the base is read many times in a run: each time would start a process. */
export const treeEntries = (store: ObjectStore, tree: string): Promise<Listing> => {
  if (!isId(tree)) return listEntries(store, tree);
  const known = listings.get(store) ?? new Map<string, Promise<Listing>>();
  listings.set(store, known);
  const listing = known.get(tree) ?? listEntries(store, tree);
  // The most recently used one is the last to go.
  known.delete(tree);
  known.set(tree, listing);
  listing.catch(() => known.delete(tree));
  for (const oldest of known.keys()) if (known.size > MOST_TREES) known.delete(oldest);
  return listing;
};

export const listTreeFiles = async (store: ObjectStore, tree: string): Promise<readonly string[]> => [
  ...(await treeEntries(store, tree)).keys(),
];

const isRegular = ({ mode }: TreeEntry): boolean => mode.startsWith('100');

export const listBlobs = async (
  store: ObjectStore,
  tree: string,
): Promise<readonly { readonly path: string; readonly blob: string }[]> =>
  [...(await treeEntries(store, tree))].flatMap(([path, entry]) =>
    isRegular(entry) ? [{ path, blob: entry.id }] : [],
  );

/** Text of a regular file; null if the tree has no such file, or a link or folder of that name. */
export const readText = async (store: ObjectStore, tree: string, path: string): Promise<string | null> => {
  const entry = (await treeEntries(store, tree)).get(path);
  if (entry === undefined || !isRegular(entry)) return null;
  const known = recentBlobs(store).get(entry.id);
  if (known !== undefined) return Buffer.from(known).toString('utf8');
  const run = await store.run({ args: ['cat-file', 'blob', entry.id], maxBytes: MAX_TEXT_BYTES });
  if (run.code === 0) {
    recentBlobs(store).keep(entry.id, run.stdout);
    return run.stdout.toString('utf8');
  }
  throw new UserError(
    'file-unreadable',
    `${path} of the base cannot be read${run.stopped ? `: it is larger than ${MAX_TEXT_BYTES / MEGABYTE} MB` : ''}.`,
    'Check the repository with `git fsck`. A partial clone must have its files.',
  );
};

const isId = (id: string): boolean => /^[0-9a-f]{40,64}$/.test(id);

type Sized = { readonly id: string; readonly bytes: number };

const sizesOf = async (store: ObjectStore, ids: readonly string[]): Promise<readonly Sized[]> => {
  const asked = await store.must({
    args: ['cat-file', '--batch-check'],
    stdin: ids.map((id) => `${id}\n`).join(''),
  });
  return asked
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [id = '', type, bytes] = line.split(' ');
      return type === 'blob' && Number(bytes) <= MAX_BLOB_BYTES ? [{ id, bytes: Number(bytes) }] : [];
    });
};

const inBatches = (blobs: readonly Sized[]): readonly (readonly Sized[])[] => {
  const batches: Sized[][] = [[]];
  let bytes = 0;
  for (const blob of blobs) {
    const last = batches.at(-1) ?? [];
    if (last.length > 0 && (bytes + blob.bytes > BATCH_BYTES || last.length >= BATCH_IDS)) {
      batches.push([blob]);
      bytes = blob.bytes;
    } else {
      last.push(blob);
      bytes += blob.bytes;
    }
  }
  return batches.filter((batch) => batch.length > 0);
};

/** `id SP type SP size LF content LF` or `id SP missing LF`, repeated. Only blobs are taken. */
const splitBatch = (output: Buffer, into: Map<string, Uint8Array>): void => {
  for (let at = 0; at < output.length;) {
    const newline = output.indexOf(0x0a, at);
    const [id = '', type, size] = output.toString('utf8', at, newline).split(' ');
    const start = newline + 1;
    const end = start + Number(size ?? -1);
    if (type === 'blob') into.set(id, output.subarray(start, end));
    at = end + 1;
  }
};

/** In one call if all together are small, which they nearly always are; false otherwise. */
const readSmall = async (
  store: ObjectStore,
  ids: readonly string[],
  into: Map<string, Uint8Array>,
): Promise<boolean> => {
  if (ids.length > BATCH_IDS) return false;
  const stdin = ids.map((id) => `${id}\n`).join('');
  const run = await store.run({ args: ['cat-file', '--batch'], stdin, maxBytes: BATCH_BYTES });
  if (run.code !== 0) return false;
  splitBatch(run.stdout, into);
  return true;
};

const readFresh = async (store: ObjectStore, ids: readonly string[]): Promise<Map<string, Uint8Array>> => {
  const blobs = new Map<string, Uint8Array>();
  if (ids.length === 0 || (await readSmall(store, ids, blobs))) return blobs;
  for (const batch of inBatches(await sizesOf(store, ids))) {
    const stdin = batch.map(({ id }) => `${id}\n`).join('');
    splitBatch(await store.must({ args: ['cat-file', '--batch'], stdin }), blobs);
  }
  return blobs;
};

/** Blobs by id. Absent from the result: unknown ids, other kinds of object, and blobs over the limit. */
export const readBlobs = async (
  store: ObjectStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const kept = recentBlobs(store);
  const wanted = [...new Set(ids)].filter(isId);
  const blobs = await readFresh(
    store,
    wanted.filter((id) => !kept.has(id)),
  );
  for (const id of wanted) {
    const bytes = kept.get(id);
    if (bytes !== undefined) blobs.set(id, bytes);
  }
  for (const [id, bytes] of blobs) kept.keep(id, bytes);
  return blobs;
};
