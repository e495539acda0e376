import type { Check } from '../../../core/domain/check/check.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { BlobRef } from '../../../core/domain/work/blob-ref.ts';
import type { WorkBase } from '../../../core/domain/work/work.ts';
import type { PreparedBase } from '../../../core/domain/work/work-result.ts';
import { BaselineTimes } from '../lanes/adaptive-timeout.ts';
import type { CaptureTools } from './capture-tools.ts';
import type { Surroundings } from '../lanes/result-key.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';

export type FieldOptions = {
  /** A candidate whose build fails is not examined further. */
  readonly stopAtBrokenBuild: boolean;
  readonly networkFor: (kind: Check['kind'] | 'install') => boolean;
  /** The run was killed before: finished checks are reused, lane by lane. */
  readonly resumed?: boolean;
};

/** What all lanes of one run share. */
export type FieldContext = {
  readonly tools: CaptureTools;
  readonly plan: CheckPlan;
  readonly base: PreparedBase;
  readonly around: Surroundings;
  /** How much of the machine one command may use. */
  readonly limits: WorkBase['limits'];
  readonly options: FieldOptions;
  readonly times: BaselineTimes;
  /** Files that checks of the base left for the same checks of candidates, by the check's name. */
  readonly carried: Map<string, BlobRef>;
  /** Kinds of checks that the base does not have: they are not run on candidates either. */
  readonly unconfigured: Set<Check['kind']>;
  /** Harness files that the base's own commands write to. */
  readonly written: Set<string>;
  /** A candidate's own files that its tests write to, by its tree. */
  readonly ownWritten: Map<string, readonly string[]>;
  /** Lanes that others start from, by id: each runs once. */
  readonly first: Map<string, Promise<void>>;
};

export const newFieldContext = (
  shared: Pick<FieldContext, 'tools' | 'plan' | 'base' | 'around' | 'limits' | 'options'>,
): FieldContext => ({
  ...shared,
  times: new BaselineTimes(),
  carried: new Map(),
  unconfigured: new Set(),
  written: new Set(),
  ownWritten: new Map(),
  first: new Map(),
});

export const checksOf = ({ plan }: Pick<FieldContext, 'plan'>, { checks }: TreeUnderTest): readonly Check[] =>
  checks ?? plan.checks;
