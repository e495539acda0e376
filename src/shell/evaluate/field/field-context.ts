import type { Check } from '../../../core/domain/check/check.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { PreparedBase } from '../../ports/workspaces.ts';
import { BaselineTimes } from '../lanes/adaptive-timeout.ts';
import { CarriedOver } from '../lanes/carry-over.ts';
import type { CaptureTools } from './capture-tools.ts';
import type { Surroundings } from '../lanes/result-key.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';

export type FieldOptions = {
  readonly jobs: number;
  /** Nobody said how many: a check that waits lends its core to another. */
  readonly lends: boolean;
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
  readonly options: FieldOptions;
  readonly times: BaselineTimes;
  readonly carried: CarriedOver;
  /** Kinds of checks that the base does not have: they are not run on candidates either. */
  readonly unconfigured: Set<Check['kind']>;
};

export const newFieldContext = (
  shared: Pick<FieldContext, 'tools' | 'plan' | 'base' | 'around' | 'options'>,
): FieldContext => ({
  ...shared,
  times: new BaselineTimes(),
  carried: new CarriedOver(shared.tools.files),
  unconfigured: new Set(),
});

export const checksOf = ({ plan }: Pick<FieldContext, 'plan'>, { checks }: TreeUnderTest): readonly Check[] =>
  checks ?? plan.checks;
