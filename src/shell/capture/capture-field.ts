import type { Check } from '../../core/domain/check.ts';
import type { TreeEvidence } from '../../core/domain/evidence.ts';
import type { CheckPlan } from '../../core/domain/repo-facts.ts';
import type { PreparedBase } from '../ports/workspaces.ts';
import { BaselineTimes } from './adaptive-timeout.ts';
import type { CaptureTools } from './capture-tools.ts';
import { laneSteps } from './lane-steps.ts';
import type { OnProgress } from './progress.ts';
import type { Surroundings } from './result-key.ts';
import { runLanes } from './run-lanes.ts';
import { summariseLane } from './summarise-lane.ts';
import { type LaneRecord, newRecord, type TreeUnderTest } from './tree-lane.ts';

export type FieldOptions = {
  readonly jobs: number;
  /** A candidate whose build fails is not examined further. */
  readonly stopAtBrokenBuild: boolean;
  readonly networkFor: (kind: Check['kind'] | 'install') => boolean;
  readonly onProgress: OnProgress;
};

/** What all lanes of one run share. */
export type FieldContext = {
  readonly tools: CaptureTools;
  readonly plan: CheckPlan;
  readonly base: PreparedBase;
  readonly around: Surroundings;
  readonly times: BaselineTimes;
  readonly options: FieldOptions;
  /** Kinds that turned out not to be configured on the base: nobody runs them. */
  readonly unconfigured: Set<string>;
};

export const newFieldContext = (
  shared: Pick<FieldContext, 'tools' | 'plan' | 'base' | 'around' | 'options'>,
): FieldContext => ({ ...shared, times: new BaselineTimes(), unconfigured: new Set() });

const closeWorkspace = async (record: LaneRecord): Promise<void> => {
  const opening = record.workspace;
  record.workspace = null;
  if (opening !== null) await (await opening).dispose();
};

/** Runs every check on every distinct tree; the same tree is examined once, whoever proposed it. */
export const captureField = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<ReadonlyMap<string, TreeEvidence>> => {
  const records = subjects.map(newRecord);
  const lanes = await Promise.all(
    records.map(async (record) => ({
      first: record.subject.side === 'baseline',
      steps: await laneSteps(context, record),
      close: () => closeWorkspace(record),
    })),
  );
  await runLanes(lanes, context.options.jobs);
  return new Map(records.map((record) => [record.subject.tree, summariseLane(record)]));
};
