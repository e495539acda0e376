import type { ReportDocument } from '../../core/domain/check/output-parser.ts';
import type { InstallPlan } from '../../core/domain/source/repo-facts.ts';
import type { TreeChange } from '../../core/domain/work/tree-change.ts';
import type { OtherPlace } from '../../core/domain/work/other-place.ts';
import type { Pace, ReadOnly, WorkBase } from '../../core/domain/work/work.ts';
import type { StepOutcome } from '../../core/domain/work/work-result.ts';

export type { TreeChange };

/** One command in a workspace. Output goes to files by descriptor, never through our memory. */
export type Job = {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly network: boolean;
  readonly stdoutFile: string;
  /** May equal `stdoutFile`: then both go to one descriptor. */
  readonly stderrFile: string;
  /** Host folder that the command sees as $HYDRA_REPORT_DIR; outside the workspace. */
  readonly reportDir: string;
  /** Called when none of its processes has used a core for some seconds, and when one does again. */
  readonly onIdle?: (idle: boolean) => void;
  /** The limits that hold at this moment; called now and then. Null: only the timeout. */
  readonly pace?: () => Pace | null;
  /** Absent: every file of the workspace can be written to. */
  readonly readOnly?: ReadOnly | undefined;
  /** Note which programs it starts, if the machine can. */
  readonly traced?: true | undefined;
  /** Replaces what the workspaces were opened with. */
  readonly given?: Given;
  /** Aborting kills it and everything that it started, and rejects with an AbortError. */
  readonly signal?: AbortSignal | undefined;
};

/** Variables that the policy lets through, and limits that differ from the usual ones. */
export type Given = Pick<WorkBase, 'environment' | 'limits'>;

/** How much of the machine one job may use. */
export type JobLimits = {
  /** Of all its processes together. */
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly processes: number;
  readonly diskBytes: number;
  /** Of one stream. */
  readonly outputBytes: number;
  readonly openFiles: number;
};

export type Ran = StepOutcome;

/** A disposable copy of the repository with one candidate applied. */
export type Workspace = {
  /** Absolute path of the tree as its commands see it. */
  readonly root: string;
  /** Host folder of the tree if it is a plain copy, to be read and changed between jobs; absent for overlays. */
  readonly hostTree?: string;
  /** Host folder of its commands' home, if it is a plain copy. */
  readonly hostHome?: string;
  /** Host folder where `dispose` leaves a plain copy of the tree, if one is to be kept. */
  readonly kept?: string;
  /** Jobs of one workspace run one after the other, in the order of the calls. */
  run(job: Job): Promise<Ran>;
  /** Regular files that match, bounded in number and size; links are not followed. */
  collect(pattern: string): Promise<readonly ReportDocument[]>;
  /**
   * Harness files that commands wrote to since the last call, or added to it as settings. Files of the tree are
   * restored. `strict`: also reports files that have their content back already, and files of installed packages.
   */
  restoreHarness(strict: boolean): Promise<readonly string[]>;
  /** Removes files that match, so that a report cannot be older than the check. */
  remove(pattern: string): Promise<void>;
  /**
   * Keeps everything written so far under a key, so that a resumed run can continue from here; commands see no
   * difference. False if the machine cannot do that without copying. Disposing removes it, unless it is to last
   * until the run ends.
   */
  freeze(key: string, lasting?: boolean): Promise<boolean>;
  dispose(): Promise<void>;
};

/** The base's tree checked out once, with its dependencies in place; read-only and shared. */
export type WorkspaceBase = {
  readonly key: string;
  readonly commit: string;
  readonly installed: InstallOutcome;
};

export type InstallOutcome =
  | { readonly status: 'none' }
  | { readonly status: 'installed'; readonly reused: boolean; readonly durationMs: number }
  | { readonly status: 'failed'; readonly reason: string; readonly logFile: string };

export type Isolation = {
  readonly level: 'sandboxed' | 'container' | 'degraded';
  readonly detail: string;
  /** Whether commands can run on another date, and how or why not. */
  readonly dates?: { readonly varied: boolean; readonly detail: string };
};

export type Workspaces = {
  readonly isolation: Isolation;
  /** What users should know about the machine, once per run. */
  readonly notes?: readonly string[];
  prepareBase(
    commit: string,
    install: InstallPlan | null,
    logFile: string,
    given?: Given,
  ): Promise<WorkspaceBase>;
  /**
   * `name` only labels what is kept. `from`: the key of a frozen workspace to lay the changes over, all changes from
   * the base to the tree under test, and the surroundings if they are not the usual ones.
   */
  create(
    base: WorkspaceBase,
    changes: readonly TreeChange[],
    name?: string,
    from?: {
      readonly key?: string;
      readonly tree?: readonly TreeChange[];
      readonly place?: OtherPlace;
    },
  ): Promise<Workspace>;
  hasFrozen(key: string): Promise<boolean>;
  /** The run has ended and will not be resumed: removes everything kept for it. */
  dropFrozen(): Promise<void>;
  /** Digest of the tools on the sandbox's PATH by file identity, for result keys. */
  toolVersions(programs?: readonly string[]): Promise<string>;
};
