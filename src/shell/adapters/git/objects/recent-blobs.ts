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
export const recentBlobs = (store: ObjectStore): RecentBlobs => {
  const found = recent.get(store) ?? newRecent();
  recent.set(store, found);
  return found;
};
