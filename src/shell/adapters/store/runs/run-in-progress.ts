import type { FileDigest } from '../../../../core/domain/run/manifest.ts';
import type { RunRequest } from '../../../ports/run-store.ts';
import type { Claim } from '../../system/claim.ts';
import type { EventsLog } from './events-log.ts';
import type { StoreLayout } from './store-layout.ts';

/** What starts a run. */
export type RunStart = {
  readonly id: string;
  readonly folder: string;
  readonly layout: StoreLayout;
  readonly request: RunRequest;
  readonly engineVersion: string;
  readonly now: () => number;
  readonly maxLogBytes: number;
  readonly claim: Claim;
};

/** A run in progress: what the store knows about it besides its files. Digests are by path in the run folder. */
export type RunInProgress = RunStart & {
  readonly events: EventsLog;
  /** Patches and logs with their digests; they are synced before the manifest is written. */
  readonly written: Map<string, FileDigest>;
};
