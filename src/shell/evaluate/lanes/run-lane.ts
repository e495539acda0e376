import type { Check } from '../../../core/domain/check/check.ts';
import type { CheckOutcome, LogRef } from '../../../core/domain/check/check-outcome.ts';
import type { ReportDocument } from '../../../core/domain/check/output-parser.ts';
import type { BlobRef } from '../../../core/domain/work/blob-ref.ts';
import type { StepResult, WorkEvent } from '../../../core/domain/work/work-result.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { afterCheck, checkEvent } from './after-check.ts';
import { keepResult } from './keep-result.ts';
import { INSTALL, type LaneWork } from './lane-work.ts';
import { logName, logNames } from './log-names.ts';
import { storeReports } from './store-reports.ts';
import { type LaneRecord, skipChecks, type WhyNotRun } from './tree-lane.ts';

const MAX_REPORT_BYTES = 128 * 1024 * 1024;

type LaneTools = Pick<FieldContext['tools'], 'run' | 'blobs'>;

/** A check that did not start has an empty log. */
const storeLog = async (
  { run, blobs }: LaneTools,
  owner: string,
  name: string,
  blob: BlobRef | null,
): Promise<LogRef> => {
  const path = await run.logPath(owner, name);
  if (blob !== null) await blobs.copyTo(blob, path);
  return run.sealLog(owner, name);
};

const readReports = async (
  { blobs }: LaneTools,
  reports: StepResult['reports'],
): Promise<readonly ReportDocument[]> => {
  const documents: ReportDocument[] = [];
  for (const { name, blob } of reports) {
    const content = await blobs.read(blob, MAX_REPORT_BYTES);
    if (content !== null) documents.push({ name, text: Buffer.from(content).toString('utf8') });
  }
  return documents;
};

const finishCheck = async (
  { tools }: FieldContext,
  { subject, altered: before }: LaneRecord,
  check: Check,
  { outcome: ran, root, log, stdout, reports, altered }: StepResult,
): Promise<FinishedCheck> => {
  const owner = subject.owners[0];
  const name = logName(check);
  for (const other of logNames(check)) if (other !== name) await storeLog(tools, owner, other, stdout);
  const stored = await storeLog(tools, owner, name, log);
  const outcome: CheckOutcome = ran.status === 'not-started' ? ran : { ...ran, log: stored };
  const documents = await readReports(tools, reports);
  await storeReports(tools, owner, check, documents);
  return { check, outcome, documents, root, altered: [...new Set([...before, ...altered])] };
};

const whyNotInstalled = (outcome: CheckOutcome): WhyNotRun | null => {
  if (outcome.status === 'exited' && outcome.exitCode === 0) return null;
  if (outcome.status === 'not-started')
    return { cause: 'infrastructure', reason: `install: ${outcome.reason}` };
  const how = outcome.status === 'exited' ? `exit ${outcome.exitCode}` : outcome.status;
  return {
    cause: 'candidate',
    reason: `with its changed dependencies or compiled sources it could not be installed (${how}, see install.log)`,
  };
};

const afterInstall = async (
  context: FieldContext,
  record: LaneRecord,
  { outcome: ran, log, altered }: StepResult,
): Promise<void> => {
  const { tools } = context;
  const { owners, quiet } = record.subject;
  for (const path of altered) record.altered.add(path);
  if (quiet === true) {
    if (ran.status !== 'exited' || ran.exitCode !== 0)
      skipChecks(record, checksOf(context, record.subject), {
        cause: 'infrastructure',
        reason: 'its dependencies could not be installed again',
      });
    return;
  }
  const stored = await storeLog(tools, owners[0], 'install.log', log);
  const outcome: CheckOutcome = ran.status === 'not-started' ? ran : { ...ran, log: stored };
  await tools.run.record({ event: 'install', owners, outcome });
  const why = whyNotInstalled(outcome);
  if (why !== null) skipChecks(record, checksOf(context, record.subject), why);
};

/** Logs and reports are now in the run folder and in memory; files for later checks stay. */
const releaseBlobs = async ({ blobs }: LaneTools, { log, stdout, reports }: StepResult): Promise<void> => {
  const held = [log, stdout, ...reports.map(({ blob }) => blob)].filter((blob) => blob !== null);
  for (const blob of new Map(held.map((one) => [one.sha256, one])).values()) await blobs.release(blob);
};

/** Comes after the workspace is kept: a resumed run that finds the result can continue from it. */
const afterStep = async (
  context: FieldContext,
  record: LaneRecord,
  task: Check | typeof INSTALL,
  result: StepResult,
): Promise<void> => {
  if (task === INSTALL) return afterInstall(context, record, result);
  const finished = await finishCheck(context, record, task, result);
  await keepResult(context, record, finished);
  if (record.subject.quiet !== true) await context.tools.run.record(checkEvent('check', record, finished));
  if (record.subject.side === 'baseline' && result.output !== null)
    context.carried.set(task.name, result.output);
  afterCheck(context, record, finished, false);
};

/** Processes the reports of a dispatched lane, step by step. `onLearnt`: the base has shown something new. */
export const runLane = async (
  context: FieldContext,
  record: LaneRecord,
  { work, tasks }: LaneWork,
  onLearnt: () => Promise<void>,
): Promise<void> => {
  const { owners, side, quiet } = record.subject;
  const onEvent = async (event: WorkEvent): Promise<void> => {
    const task = tasks[event.type === 'step-started' ? event.at : event.result.at];
    if (task === undefined) throw new Error(`the work ${work.id} has no such step`);
    if (event.type === 'step-started') {
      const check = task === INSTALL ? INSTALL : task.name;
      if (quiet !== true) context.tools.run.emit({ event: 'check_started', owners, check });
      return;
    }
    await afterStep(context, record, task, event.result);
    await releaseBlobs(context.tools, event.result);
    if (side === 'baseline') await onLearnt();
  };
  await context.tools.dispatcher.run(work, { onEvent, signal: context.tools.signal });
};
