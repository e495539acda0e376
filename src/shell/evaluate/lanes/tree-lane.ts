import type { Check } from '../../../core/domain/check/check.ts';
import type { CheckRun } from '../../../core/domain/evidence/evidence.ts';
import type { Cause } from '../../../core/domain/measured.ts';
import type { FinishedCheck, Side } from '../../../core/parse/interpret-checks.ts';
import type { OtherPlace } from '../../../core/domain/work/other-place.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import type { ReadOnly } from '../../../core/domain/work/work.ts';

/** One distinct tree under test, and the candidates that proposed it. */
export type TreeUnderTest = {
  readonly tree: string;
  readonly side: Side;
  readonly owners: readonly [string, ...string[]];
  readonly changes: readonly TreeChange[];
  /** It changed what the installation reads or compiles, so it cannot use the shared installation. */
  readonly ownInstall: boolean;
  /** A second chance: limits by check instead of the adapted ones. */
  readonly limitsMs?: Readonly<Record<string, number>>;
  /** The id of its result; the tree's if absent. */
  readonly id?: string;
  /** Checks of its own, for a cell of the test matrix; absent: those of the plan. */
  readonly checks?: readonly Check[];
  /** Its source is already built: the frozen workspace and the changes on top of it. */
  readonly builtAs?: { readonly key: string; readonly over: readonly TreeChange[] };
  /** Starts from the workspace that this one leaves, and still runs its own builds; run first if nothing is left of it. */
  readonly after?: TreeUnderTest;
  /** Its build can be reused by others until the run ends. */
  readonly lasting?: boolean;
  /** If not the usual surroundings. */
  readonly place?: OtherPlace;
  /** Files that its checks cannot write to; builds can. */
  readonly readOnly?: ReadOnly;
  /** Record the programs that its checks start. */
  readonly traced?: true;
  /** Emits no events. */
  readonly quiet?: boolean;
};

export const subjectId = ({ id, tree }: TreeUnderTest): string => id ?? tree;

export type WhyNotRun = { readonly cause: Cause; readonly reason: string };

/** The results of a tree so far. */
export type LaneRecord = {
  readonly subject: TreeUnderTest;
  readonly finished: FinishedCheck[];
  readonly runs: CheckRun[];
  readonly skipped: Map<Check['kind'], WhyNotRun>;
  /** Harness files that its commands wrote to. */
  readonly altered: Set<string>;
  /** Key of the workspace as it was before a kill, to resume from. */
  frozen?: string;
};

export const newRecord = (subject: TreeUnderTest): LaneRecord => ({
  subject,
  finished: [],
  runs: [],
  skipped: new Map(),
  altered: new Set(),
});

export const remember = (record: LaneRecord, finished: FinishedCheck, reused: boolean): void => {
  record.finished.push(finished);
  for (const path of finished.altered ?? []) record.altered.add(path);
  record.runs.push({ check: finished.check, outcome: finished.outcome, reused });
};

/** Checks that were not run have a reason too. */
export const skipChecks = (record: LaneRecord, checks: readonly Check[], why: WhyNotRun): void => {
  for (const { kind } of checks) if (!record.skipped.has(kind)) record.skipped.set(kind, why);
};
