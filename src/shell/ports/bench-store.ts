import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { UnsealedSummary } from '../../core/bench/summarise-bench.ts';
import type { FollowedEvent, FollowOptions, StoredEvent } from './run-store.ts';

/** A folder with `trace.jsonl`, `final.patch` and, written last, `summary.json`. */
export type OpenBenchRun = {
  readonly id: string;
  readonly folder: string;
  readonly tracePath: string;
  savePatch(patch: Uint8Array): Promise<void>;
  /** Call once the trace is closed; only then does the run exist. */
  finish(summary: UnsealedSummary): Promise<BenchSummary>;
  /** Removes a run without a result. */
  discard(): Promise<void>;
};

export type StoredBenchRun = {
  readonly summary: BenchSummary;
  readonly folder: string;
};

export type BenchRuns = {
  readonly runs: readonly StoredBenchRun[];
  /** Folders whose files do not match their summary, and why. */
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
};

export type BenchStore = {
  create(): Promise<OpenBenchRun>;
  /** Oldest first; every byte is checked against the digests of its summary. */
  list(): Promise<BenchRuns>;
  /** As `RunStore.follow`: the events of a run, while another process may still be writing them. */
  follow(id: string, options?: FollowOptions): AsyncIterable<FollowedEvent>;
  readPatch(run: StoredBenchRun): Promise<Uint8Array>;
  readTrace(run: StoredBenchRun): Promise<readonly StoredEvent[]>;
  /** Replaces the summary; the old one is kept next to it. */
  replaceSummary(run: StoredBenchRun, summary: UnsealedSummary): Promise<BenchSummary>;
};
