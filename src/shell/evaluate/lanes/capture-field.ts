import type { CheckRun, TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import { interpretTests } from '../../../core/parse/interpret-checks.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { laneSteps } from './lane-steps.ts';
import { recallLane } from './recall-lane.ts';
import { type Lane, runLanes } from './run-lanes.ts';
import { summariseLane } from './summarise-lane.ts';
import { type LaneRecord, newRecord, subjectId, type TreeUnderTest } from './tree-lane.ts';

const closeWorkspace = async (record: LaneRecord): Promise<void> => {
  const opening = record.workspace;
  record.workspace = null;
  if (opening !== null) await (await opening).dispose();
};

/** Nothing is left to do for a tree whose every result is known by its content key. */
const openLane = async (context: FieldContext, record: LaneRecord): Promise<Lane> => {
  const { subject } = record;
  const recalls = subject.limitsMs === undefined || context.options.resumed === true;
  const left = recalls ? await recallLane(context, record) : checksOf(context, subject);
  return {
    first: subject.side === 'baseline',
    steps: laneSteps(context, record, left),
    close: () => closeWorkspace(record),
  };
};

const runRecords = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<readonly LaneRecord[]> => {
  const records = subjects.map(newRecord);
  const lanes: Lane[] = [];
  // In order: what is known of the base decides what of the others can be recalled.
  for (const record of records) lanes.push(await openLane(context, record));
  await runLanes(lanes, context.options);
  return records;
};

/** Runs every check on every distinct tree; the same tree is examined once, whoever proposed it. */
export const captureField = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<ReadonlyMap<string, TreeEvidence>> => {
  const records = await runRecords(context, subjects);
  return new Map(records.map((record) => [subjectId(record.subject), summariseLane(record)]));
};

/** Several test runs in one workspace, each by the name of its check. */
export type LaneReports = {
  readonly runs: readonly CheckRun[];
  readonly reports: ReadonlyMap<string, Measured<TestReport>>;
};

export const captureReports = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<ReadonlyMap<string, LaneReports>> => {
  const records = await runRecords(context, subjects);
  return new Map(
    records.map(({ subject, runs, finished }) => {
      const tests = finished.filter(({ check }) => check.kind === 'test');
      const reports = new Map(tests.map((run) => [run.check.name, interpretTests(run, subject.side)]));
      return [subjectId(subject), { runs, reports }];
    }),
  );
};
