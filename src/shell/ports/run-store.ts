import type { LogRef } from '../../core/domain/check/check-outcome.ts';
import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { Captured } from '../../core/domain/evidence/evidence.ts';
import type { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { ReportDocument } from '../../core/domain/check/output-parser.ts';
import type { Outcome, RunOutcome } from '../../core/domain/run/outcome.ts';
import type { Preference, RunPreference } from '../../core/domain/run/preference.ts';
import type { OnEvent, RunEvent, UnknownEvent } from '../../core/domain/run/run-event.ts';
import type { Ran } from './workspaces.ts';

/** What was asked for, frozen before anything runs. */
export type RunRequest = {
  readonly config: HydraConfig;
  readonly startedAt: string;
  /** Everything needed to resume the run after a kill; JSON, and never the value of a variable. */
  readonly evaluation?: Readonly<Record<string, unknown>>;
  /** Instead of `evaluation` for a race, whose candidates do not exist yet. */
  readonly race?: Readonly<Record<string, unknown>>;
};

/** A run that is being captured. Files appear by write-to-temporary, fsync, rename. */
export type OpenRun = {
  readonly id: string;
  readonly folder: string;
  /** Appends one line to events.jsonl and notifies subscribers; resolves once it is written. */
  record(event: RunEvent): Promise<void>;
  /** As `record`, without waiting: a failed write rejects the next `record`, or finishing. */
  readonly emit: OnEvent;
  /** Called with every event from now on, in order. */
  subscribe(onEvent: OnEvent): void;
  /** Writes candidates/<name>/diff.patch. */
  savePatch(candidate: string, patch: Uint8Array): Promise<void>;
  /** Host path of a candidate's stored patch. */
  patchFile(candidate: string): string;
  /** Writes panel/<name>: a prompt or a reply. */
  savePanelText(name: string, text: string): Promise<void>;
  /** Host path of a new, empty file to be written by descriptor: `owner` is `baseline` or a candidate's name. */
  logPath(owner: string, name: string): Promise<string>;
  /** Host path of a log that was opened before. */
  logFile(owner: string, name: string): string;
  /** Measures a written log (digest, size); cuts it at the limit and marks the cut. */
  sealLog(owner: string, name: string): Promise<LogRef>;
  /**
   * Writes evidence, conclusion and finally the manifest with the sha-256 of every file: only then does the run exist.
   * Stored records come back in key order: conclude from `withSortedRecords(captured)`.
   */
  finish(captured: Captured, conclusion: Conclusion): Promise<void>;
  /** As above, for an experiment, which stores only its record besides the trace. */
  finishExperiment(record: ExperimentRecord): Promise<void>;
  /** Forgets a run that failed before anything was worth keeping. */
  discard(): Promise<void>;
  /** Ends work on a run that can be resumed; the trace gets the reason. */
  leave(error?: unknown): Promise<void>;
};

export type SavedPatch = { readonly path: string; readonly bytes: Uint8Array };

/** `complete`: the run had ended except for renaming its manifest, which is now done. */
export type ReopenedRun =
  | { readonly state: 'complete' }
  | {
      readonly state: 'open';
      readonly run: OpenRun;
      readonly request: RunRequest;
      readonly trace: Trace;
      /** Null if no intact patch with this digest is stored. */
      readonly savedPatch: (candidate: string, sha256: string) => Promise<SavedPatch | null>;
    };

export type StoredRun = {
  readonly id: string;
  readonly startedAt: string;
  readonly engineVersion: string;
  readonly config: HydraConfig;
  readonly captured: Captured;
  readonly conclusion: Conclusion;
  /** The bytes of conclusion.json as stored, for the invariant "replay equals original". */
  readonly conclusionBytes: string;
};

/** A run without the evidence on each tree: only its answer. */
export type StoredVerdict = Omit<StoredRun, 'captured'> & {
  readonly captured: Omit<Captured, 'baseline' | 'evidence'>;
};

/** A line of events.jsonl. */
export type StoredEvent = (RunEvent | UnknownEvent) & { readonly seq: number; readonly time: string };
/** `position`: the byte of events.jsonl after this event, to be passed as `from` to continue after it. */
export type FollowedEvent = { readonly position: number; readonly event: StoredEvent };
export type FollowOptions = { readonly from?: number; readonly signal?: AbortSignal };
/** `torn`: a line was cut short, for example by a kill while it was being written. */
export type Trace = { readonly events: readonly StoredEvent[]; readonly torn: boolean };

export type RunSummary = {
  readonly id: string;
  readonly startedAt: string;
  readonly state: 'complete' | 'unfinished' | 'unreadable';
  readonly base: string | null;
  readonly winner: string | null;
  readonly candidates: number | null;
  /** Why a run is unreadable. */
  readonly reason?: string;
};

export type VerifyProblem = {
  /** Relative to the run folder; `journal.jsonl` is the store's own. */
  readonly path: string;
  readonly problem: 'changed' | 'missing' | 'unexpected' | 'unreadable';
  readonly detail?: string;
};

export type RunStore = {
  create(request: RunRequest): Promise<OpenRun>;
  /** An unfinished run that no living process is at work on; anything else is a UserError. */
  reopen(id: string): Promise<ReopenedRun>;
  /** Newest first. */
  list(): Promise<readonly RunSummary[]>;
  /** Takes a full id, a unique prefix or `latest` (the newest complete run). */
  resolve(idOrPrefix: string): Promise<string>;
  /** Every byte read is checked against the manifest; damage is a UserError that names the file. */
  load(id: string): Promise<StoredRun>;
  /** Null: the run is not an experiment. */
  loadExperiment(id: string): Promise<ExperimentRecord | null>;
  /** Of unfinished runs too; the first event, `created`, carries the frozen request. */
  readEvents(id: string): Promise<Trace>;
  /**
   * The events of a run from a position on, while another process may still be writing them: no gaps, no duplicates.
   * Ends when the run is sealed, or once no living process is at work on it.
   */
  follow(id: string, options?: FollowOptions): AsyncIterable<FollowedEvent>;
  readPatch(id: string, candidate: string): Promise<Uint8Array>;
  readLog(id: string, ref: LogRef): Promise<Uint8Array>;
  /** Any file of the run by its path, such as the standard output kept next to a log. Null: there is none. */
  findLog(id: string, path: string): Promise<Uint8Array | null>;
  verify(id: string): Promise<readonly VerifyProblem[]>;
  /** Adds how a candidate turned out to the journal; a later record replaces an earlier one. */
  recordOutcome(id: string, outcome: Outcome): Promise<void>;
  /** The latest record for each candidate of all runs; damage is a UserError. */
  outcomes(): Promise<readonly RunOutcome[]>;
  /** Adds a person's choice between two candidates; a later record for the pair replaces an earlier one. */
  recordPreference(id: string, preference: Preference): Promise<void>;
  /** The latest record for each pair of all runs; damage is a UserError. */
  preferences(): Promise<readonly RunPreference[]>;
};

/** A finished check as a later run sees it; its logs are files, never in memory. */
export type CachedResult = {
  readonly outcome: Exclude<Ran, { readonly status: 'not-started' }>;
  readonly documents: readonly ReportDocument[];
  /** The workspace's path that `documents` may mention. */
  readonly root: string;
  /** Harness files that were written to. */
  readonly altered?: readonly string[] | undefined;
};

export type CacheStats = { readonly entries: number; readonly bytes: number };

/** Results by content key (sha-256, hexadecimal): the same tree, command, environment and tools are not run twice. */
export type ResultCache = {
  /** Copies each log to the path that `into` names for it. Null: unknown or incomplete, so run the check. */
  get(key: string, into: (logName: string) => Promise<string>): Promise<CachedResult | null>;
  /** Keeps a copy of each log file, by name, replacing the key's previous content. */
  put(key: string, result: CachedResult, logFiles: Readonly<Record<string, string>>): Promise<void>;
  stats(): Promise<CacheStats>;
  /** Removes what was unused for this long, then the least recently used above the size. Returns what was removed. */
  prune(limits: { readonly maxBytes?: number; readonly olderThanMs?: number }): Promise<CacheStats>;
};
