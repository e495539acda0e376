import type { CacheStats, ResultCache } from '../ports/run-store.ts';
import type { DiskUsage, DiskUsageItem, PruneLimits } from '../ports/disk-usage.ts';

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;

/** The default limits of stored results. */
export const RESULT_LIMITS = { maxBytes: 2 * GIB, olderThanMs: 30 * DAY_MS } as const;
/** Checkouts and installations are larger, and take longer to recreate. */
export const SHARED_LIMITS = { maxBytes: 20 * GIB, olderThanMs: 14 * DAY_MS } as const;

type StorageTools = { readonly cache: ResultCache; readonly storage: DiskUsage };

export type Pruned = { readonly results: CacheStats; readonly shared: CacheStats };

/** Removes everything that can be recreated and that no living run uses. */
export const CLEAR_LIMITS = { maxBytes: 0, olderThanMs: 0 } as const;

export type CacheSurvey = { readonly results: CacheStats; readonly storage: readonly DiskUsageItem[] };

/** What is kept to save work. */
export const surveyStorage = async ({ cache, storage }: StorageTools): Promise<CacheSurvey> => {
  const [results, items] = await Promise.all([cache.stats(), storage.survey()]);
  return { results, storage: items };
};

/** Given limits apply to both; otherwise the defaults. */
export const pruneStorage = async (
  { cache, storage }: StorageTools,
  limits: PruneLimits | null,
): Promise<Pruned> => ({
  results: await cache.prune(limits ?? RESULT_LIMITS),
  shared: await storage.prune(limits ?? SHARED_LIMITS),
});
