import type { Work, WorkBase, WorkUpdate } from '../../core/domain/work/work.ts';
import type { PreparedBase, WorkEvent, WorkResult } from '../../core/domain/work/work-result.ts';
import type { BlobStore } from './blob-store.ts';
import type { Isolation } from './workspaces.ts';

/** Stays on the caller's side: nothing of it is part of a work. */
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
  /** What users should know of these machines, once a run. */
  readonly notes?: readonly string[];
  /** Digest of these of the tools that commands find there, for result keys; absent: of all that are known. */
  toolVersions(programs?: readonly string[]): Promise<string>;
  /** Optional before `run`, which prepares the base itself if need be. */
  prepareBase(base: WorkBase): Promise<PreparedBase>;
  /** Aborting kills the command that runs, starts no other and rejects with an AbortError. */
  run(work: Work, watch?: Watch): Promise<WorkResult>;
  /** A work that has ended, or is unknown, ignores it. */
  update(id: string, update: WorkUpdate): Promise<void>;
  /** Whether a work can start from what was kept under the key. */
  hasKept(key: string): Promise<boolean>;
  /** The run has ended and will not be resumed: removes what was kept, and its blobs. */
  dropKept(): Promise<void>;
};

/** A dispatcher and the store that its results refer to. */
export type Dispatch = { readonly dispatcher: Dispatcher; readonly blobs: BlobStore };
