import type { CacheStats } from './run-store.ts';

/** Caches and leftovers of killed runs. `run` belongs to the user: it is listed but never pruned. */
export type DiskUsageKind =
  | 'run'
  | 'objects'
  | 'checkout'
  | 'installation'
  | 'build'
  | 'support'
  | 'answer'
  | 'trial'
  | 'workspace'
  | 'kept-workspace';

export type DiskUsageItem = {
  readonly kind: DiskUsageKind;
  readonly path: string;
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly lastUsed: string;
};

export type PruneLimits = { readonly maxBytes?: number; readonly olderThanMs?: number };

/** Everything on disk besides the result cache. */
export type DiskUsage = {
  survey(): Promise<readonly DiskUsageItem[]>;
  /** Removes only what can be recreated and what no living run may use. Returns what was removed. */
  prune(limits: PruneLimits): Promise<CacheStats>;
};
