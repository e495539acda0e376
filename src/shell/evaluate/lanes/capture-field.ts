import {
  type CheckRun,
  NOT_RUN_AFTER_BROKEN_BUILD,
  type TreeEvidence,
} from '../../../core/domain/evidence/evidence.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import type { WorkUpdate } from '../../../core/domain/work/work.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import { type FinishedCheck, interpretTests } from '../../../core/parse/interpret-checks.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { laneUpdate, laneWork, type LaneWork } from './lane-work.ts';
import { recallLane } from './recall-lane.ts';
import { keptKey } from './resume-lane.ts';
import { runLane } from './run-lane.ts';
import { summariseLane } from './summarise-lane.ts';
import { type LaneRecord, newRecord, subjectId, type TreeUnderTest } from './tree-lane.ts';

type OpenLane = { readonly record: LaneRecord; readonly planned: LaneWork };

/** A tree is done if every result is known by its content key. */
const openLane = async (context: FieldContext, record: LaneRecord): Promise<readonly OpenLane[]> => {
  const { subject } = record;
  const recalls = subject.limitsMs === undefined || context.options.resumed === true;
  const left = recalls ? await recallLane(context, record) : checksOf(context, subject);
  return left.length === 0 ? [] : [{ record, planned: laneWork(context, record, left) }];
};

/** Dispatches all lanes at once. If one fails, the others stop after their current step. */
const runLanes = async (context: FieldContext, lanes: readonly OpenLane[]): Promise<void> => {
  const { dispatcher } = context.tools;
  const failures: unknown[] = [];
  const send = (update: (lane: OpenLane) => WorkUpdate): Promise<unknown> =>
    Promise.all(lanes.map((lane) => dispatcher.update(lane.planned.work.id, update(lane))));
  const onLearnt = async (): Promise<void> => {
    await send(({ record, planned }) => laneUpdate(context, record.subject, planned));
  };
  await Promise.all(
    lanes.map(async ({ record, planned }) => {
      try {
        await runLane(context, record, planned, onLearnt);
      } catch (error) {
        failures.push(error);
        await send(() => ({ stop: true }));
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
};

const runUnlessKept = async (context: FieldContext, subject: TreeUnderTest): Promise<void> => {
  if (await context.tools.dispatcher.hasKept(keptKey(context, subject))) return;
  const record = newRecord(subject);
  await runLanes(context, [{ record, planned: laneWork(context, record, checksOf(context, subject)) }]);
};

/** Those that others start from; results from the cache leave no workspace. */
const runFirst = async (context: FieldContext, lanes: readonly OpenLane[]): Promise<void> => {
  const wanted = lanes.flatMap(({ record: { subject } }) => subject.after ?? []);
  for (const subject of wanted) {
    const id = subjectId(subject);
    const running = context.first.get(id) ?? runUnlessKept(context, subject);
    context.first.set(id, running);
    await running;
  }
};

const runOpen = async (context: FieldContext, records: readonly LaneRecord[]): Promise<void> => {
  const lanes: OpenLane[] = [];
  // In order: the base's results decide which results of the others can be recalled.
  for (const record of records) lanes.push(...(await openLane(context, record)));
  await runFirst(context, lanes);
  await runLanes(context, lanes);
};

/** Stopped by a build that fails on the base as well, before the base had shown that it does. */
const stoppedTooEarly = ({ unconfigured }: FieldContext, { subject, skipped }: LaneRecord): boolean =>
  subject.side === 'candidate' &&
  unconfigured.has('build') &&
  [...skipped.values()].some(({ reason }) => reason === NOT_RUN_AFTER_BROKEN_BUILD);

const runRecords = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<readonly LaneRecord[]> => {
  const records = subjects.map(newRecord);
  await runOpen(context, records);
  const again = new Map(
    records
      .filter((record) => stoppedTooEarly(context, record))
      .map((record) => [record, newRecord(record.subject)]),
  );
  await runOpen(context, [...again.values()]);
  return records.map((record) => again.get(record) ?? record);
};

/** Runs every check on every distinct tree; a tree that several candidates propose is tested once. */
export const captureField = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<ReadonlyMap<string, TreeEvidence>> => {
  const records = await runRecords(context, subjects);
  return new Map(records.map((record) => [subjectId(record.subject), summariseLane(record)]));
};

/** The raw output of every command of a tree. */
export const captureFinished = async (
  context: FieldContext,
  subjects: readonly TreeUnderTest[],
): Promise<ReadonlyMap<string, readonly FinishedCheck[]>> => {
  const records = await runRecords(context, subjects);
  return new Map(records.map(({ subject, finished }) => [subjectId(subject), finished]));
};

/** Several test runs in one workspace, by the name of their check. */
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
