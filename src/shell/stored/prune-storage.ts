import type { CacheStats, ResultCache } from '../ports/run-store.ts';
import type { PruneLimits, DiskUsage } from '../ports/disk-usage.ts';

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;

/** What known results may take of the disk where nobody says otherwise. */
export const RESULT_LIMITS = { maxBytes: 2 * GIB, olderThanMs: 30 * DAY_MS } as const;
/** Checkouts and installations are larger and made again with more effort. */
export const SHARED_LIMITS = { maxBytes: 20 * GIB, olderThanMs: 14 * DAY_MS } as const;

export type Pruned = { readonly results: CacheStats; readonly shared: CacheStats };

/** Limits given hold for both; the usual ones where none is given. */
export const pruneStorage = async (
  { cache, storage }: { readonly cache: ResultCache; readonly storage: DiskUsage },
  limits: PruneLimits | null,
): Promise<Pruned> => ({
  results: await cache.prune(limits ?? RESULT_LIMITS),
  shared: await storage.prune(limits ?? SHARED_LIMITS),
});
