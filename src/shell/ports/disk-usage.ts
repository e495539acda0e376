import type { CacheStats } from './run-store.ts';

/** What is kept to save work, and what killed runs left. `run` is the user's own: it is shown and never pruned. */
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

/** Everything on the disk besides the known results. */
export type DiskUsage = {
  survey(): Promise<readonly DiskUsageItem[]>;
  /** Only what can be made again, and nothing that a living run may stand on. Answers what went. */
  prune(limits: PruneLimits): Promise<CacheStats>;
};
