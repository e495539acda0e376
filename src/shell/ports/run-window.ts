import type { FileDigest } from '../../core/domain/run/manifest.ts';
import type { RunRow } from '../../core/domain/window/run-row.ts';

/** `version` changes whenever a row does. `pending`: rows that were not read yet and show only their id. */
export type IndexedRuns = {
  readonly rows: readonly RunRow[];
  readonly pending: number;
  readonly version: string;
};

export type LogLines = {
  readonly text: readonly string[];
  /** Positions of lines that were cut. */
  readonly cut: readonly number[];
};

export type LogQuery = {
  readonly text: string;
  /** The first line to look at. */
  readonly from: number;
  readonly limit: number;
  readonly caseSensitive: boolean;
};

export type LogMatch = { readonly line: number; readonly at: number; readonly text: string };

/** A stored file of text, read in parts: it may be larger than memory. Lines are raw; a face cleans them. */
export type LogFile = {
  readonly digest: string;
  readonly bytes: number;
  readonly lines: number;
  /** Fewer lines at the end. */
  read(from: number, count: number): Promise<LogLines>;
  /** `next`: the line to continue from; null if there are no more. */
  search(query: LogQuery): Promise<{ readonly matches: readonly LogMatch[]; readonly next: number | null }>;
  /** Numbers of the lines that `test` accepts, at most `limit`. */
  find(test: (line: string) => boolean, limit: number): Promise<readonly number[]>;
  stream(): AsyncIterable<Uint8Array>;
};

/** Looks at stored runs without loading them: a list over thousands, and parts of large files. */
export type RunWindow = {
  /** All runs of the repository and its benchmarks. Files are the truth; anything kept between calls can be deleted. */
  list(): Promise<IndexedRuns>;
  /** Null: there is no such run. Reads it again unless it is finished. */
  row(id: string): Promise<RunRow | null>;
  /** The files of a finished run as its manifest lists them. */
  files(id: string): Promise<readonly FileDigest[]>;
  /** By digest, never by path; every byte is compared with it. Null: the run has no such file. */
  openLog(id: string, digest: string): Promise<LogFile | null>;
  /** Asks the living process that works on the run to stop. False: there is none on this machine. */
  stop(id: string): Promise<boolean>;
};
