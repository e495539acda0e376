import type { Captured, CheckRun } from '../../core/domain/evidence.ts';
import type { Conclusion } from '../../core/domain/conclusion.ts';
import type { HydraConfig } from '../../core/domain/hydra-config.ts';
import type { LogRef } from '../../core/domain/check-outcome.ts';

export type RunEvent = { readonly event: string; readonly [detail: string]: unknown };

/** What was asked for, frozen before anything runs. */
export type RunRequest = { readonly config: HydraConfig; readonly startedAt: string };

/** A run that is being captured. Files appear by write-to-temporary, fsync, rename. */
export type OpenRun = {
  readonly id: string;
  readonly folder: string;
  /** Appends one line to events.jsonl. */
  record(event: RunEvent): Promise<void>;
  /** Writes candidates/<name>/diff.patch. */
  savePatch(candidate: string, patch: Uint8Array): Promise<void>;
  /** Host path where a log may be written by descriptor: `owner` is `baseline` or a candidate's name. */
  logPath(owner: string, name: string): Promise<string>;
  /** Measures a written log (digest, size); cuts it at the limit and says so. */
  sealLog(owner: string, name: string): Promise<LogRef>;
  /** Writes evidence, conclusion and last the manifest with the sha-256 of every file: only then the run exists. */
  finish(captured: Captured, conclusion: Conclusion): Promise<void>;
  /** Forgets a run that failed before anything was worth keeping. */
  discard(): Promise<void>;
};

export type StoredRun = {
  readonly id: string;
  readonly startedAt: string;
  readonly engineVersion: string;
  readonly config: HydraConfig;
  readonly captured: Captured;
  readonly conclusion: Conclusion;
  /** The bytes of conclusion.json as stored, for the law "replay equals original". */
  readonly conclusionBytes: string;
};

export type RunSummary = {
  readonly id: string;
  readonly startedAt: string;
  readonly state: 'complete' | 'unfinished' | 'unreadable';
  readonly base: string | null;
  readonly winner: string | null;
  readonly candidates: number | null;
};

export type VerifyProblem = {
  readonly path: string;
  readonly problem: 'changed' | 'missing' | 'unexpected' | 'unreadable';
};

export type RunStore = {
  create(request: RunRequest): Promise<OpenRun>;
  list(): Promise<readonly RunSummary[]>;
  /** Takes a full id, a unique prefix or `latest`. */
  resolve(idOrPrefix: string): Promise<string>;
  load(id: string): Promise<StoredRun>;
  readPatch(id: string, candidate: string): Promise<Uint8Array>;
  readLog(id: string, ref: LogRef): Promise<Uint8Array>;
  verify(id: string): Promise<readonly VerifyProblem[]>;
};

/** Results by content key: the same tree, command, environment and tools are not run twice. */
export type ResultCache = {
  get(key: string): Promise<CachedResult | null>;
  put(key: string, result: CachedResult): Promise<void>;
};
/** A finished check with its log and the report documents that a parser read. */
export type CachedResult = {
  readonly outcome: CheckRun['outcome'];
  readonly logs: Readonly<Record<string, Uint8Array>>;
  readonly documents: readonly { readonly name: string; readonly text: string }[];
};
