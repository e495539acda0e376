import type { Work, WorkBase, WorkUpdate } from '../../core/domain/work/work.ts';
import type { PreparedBase, WorkEvent, WorkResult } from '../../core/domain/work/work-result.ts';
import type { BlobStore } from './blob-store.ts';
import type { Isolation } from './workspaces.ts';

/** Stays with the caller; it is not part of the work. */
export type Watch = {
  readonly signal?: AbortSignal | undefined;
  /**
   * Awaited after each event: the work's next step starts, and its core is free, only when the subscriber is done,
   * so updates sent meanwhile are in force. A queue acknowledges the event instead.
   */
  readonly onEvent?: (event: WorkEvent) => Promise<void> | void;
};

/**
 * Runs works somewhere. Works, updates, events and results are plain documents that survive JSON; file contents
 * travel by digest, through git's object store and a blob store. No host path, callback or shared state is in them.
 */
export type Dispatcher = {
  /** Of the machines that run the work. */
  readonly isolation: Isolation;
  /** What users should know about these machines, once per run. */
  readonly notes?: readonly string[];
  /** Digest of these tools as commands find them there, for result keys; absent: of all known tools. */
  toolVersions(programs?: readonly string[]): Promise<string>;
  /** Optional: `run` prepares the base itself if necessary. */
  prepareBase(base: WorkBase): Promise<PreparedBase>;
  /** Aborting kills the command that runs, starts no other and rejects with an AbortError. */
  run(work: Work, watch?: Watch): Promise<WorkResult>;
  /** A work that has ended, or is unknown, ignores it. */
  update(id: string, update: WorkUpdate): Promise<void>;
  /** Whether a work can start from the state kept under this key. */
  hasKept(key: string): Promise<boolean>;
  /** The run has ended and will not be resumed: removes everything kept for it, and its blobs. */
  dropKept(): Promise<void>;
};

/** A dispatcher and the store that its results refer to. */
export type Dispatch = { readonly dispatcher: Dispatcher; readonly blobs: BlobStore };
