import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BlobRef } from '../../../core/domain/work/blob-ref.ts';
import type { Pace, WorkBase, WorkStep } from '../../../core/domain/work/work.ts';
import type { StepOutcome, StepResult } from '../../../core/domain/work/work-result.ts';
import type { Workspace } from '../../ports/workspaces.ts';
import type { FileBlobStore } from './file-blob-store.ts';
import type { OnIdle } from './lane-scheduler.ts';

/** More than in any honest report; a larger one is refused rather than read in part. */
const MAX_REPORT_BYTES = 128 * 1024 * 1024;
const MAX_REPORTS = 100;
const MAX_ALTERED = 100;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export type StepRun = {
  readonly workspace: Workspace;
  readonly blobs: FileBlobStore;
  readonly given: Pick<WorkBase, 'environment' | 'limits'>;
  readonly pace: () => Pace | null;
  readonly onIdle: OnIdle;
  readonly signal: AbortSignal | undefined;
};

type Reports = StepResult['reports'];
type Written = {
  readonly reportDir: string;
  readonly log: BlobRef | null;
  readonly stdout: BlobRef | null;
};

const streamReport = (name: string, blob: BlobRef | null): Reports =>
  blob === null || blob.bytes > MAX_REPORT_BYTES ? [] : [{ name, blob }];

/** `tests-*.json`: one file per call, if a script calls its runner several times. */
const namedReports = async (blobs: FileBlobStore, folder: string, pattern: string): Promise<Reports> => {
  const [head = '', tail] = pattern.split('*');
  const names =
    tail === undefined
      ? [pattern]
      : (await readdir(folder)).sort().filter((name) => name.startsWith(head) && name.endsWith(tail));
  const reports: { readonly name: string; readonly blob: BlobRef }[] = [];
  for (const name of names.slice(0, MAX_REPORTS)) {
    const blob = await blobs.putFile(join(folder, name), MAX_REPORT_BYTES);
    if (blob !== null) reports.push({ name, blob });
  }
  return reports;
};

const collectReports = async (
  { report }: WorkStep,
  { workspace, blobs }: StepRun,
  { reportDir, log, stdout }: Written,
): Promise<Reports> => {
  switch (report?.from) {
    case undefined:
      return [];
    case 'stdout':
      return streamReport('stdout', stdout);
    case 'log':
      return streamReport('log', log);
    case 'report-file':
      return namedReports(blobs, reportDir, report.name);
    case 'workspace-files':
      return Promise.all(
        (await workspace.collect(report.pattern)).map(async ({ name, text }) => ({
          name,
          blob: await blobs.put(Buffer.from(text)),
        })),
      );
  }
};

const putInputs = async ({ files }: WorkStep, blobs: FileBlobStore, reportDir: string): Promise<void> => {
  for (const { name, blob } of files) {
    const content = await blobs.read(blob, MAX_INPUT_BYTES);
    if (content !== null) await writeFile(join(reportDir, basename(name)), content);
  }
};

/** Runs one step in its workspace; everything that it wrote is in the blob store afterwards. */
export const runStep = async (
  step: WorkStep,
  run: StepRun,
): Promise<Omit<StepResult, 'at' | 'kept' | 'root'>> => {
  const { workspace, blobs, given, pace, onIdle, signal } = run;
  const logFile = await blobs.newFile();
  const stdoutFile = step.separateStdout ? await blobs.newFile() : logFile;
  const reportDir = await mkdtemp(join(tmpdir(), 'hydra-report-'));
  try {
    if (step.report?.from === 'workspace-files') await workspace.remove(step.report.pattern);
    await putInputs(step, blobs, reportDir);
    const { command, env, timeoutMs, network, readOnly, traced } = step;
    const files = { stdoutFile, stderrFile: logFile, reportDir };
    const job = { command, env, timeoutMs, network, readOnly, traced, given, pace, onIdle, signal, ...files };
    let outcome: StepOutcome = await workspace.run(job);
    for (let tried = 1; outcome.status === 'not-started' && tried < step.attempts; tried += 1)
      outcome = await workspace.run(job);
    const stdout = step.separateStdout ? await blobs.adopt(stdoutFile) : null;
    const log = await blobs.adopt(logFile);
    const reports = await collectReports(step, run, { reportDir, log, stdout });
    // Installations and builds may touch files; a check whose report is read may not.
    const altered = await workspace.restoreHarness(step.report !== null || readOnly !== undefined);
    const output =
      step.output !== null && outcome.status === 'exited'
        ? await blobs.putFile(join(reportDir, basename(step.output)), MAX_OUTPUT_BYTES)
        : null;
    return { outcome, log, stdout, reports, output, altered: altered.slice(0, MAX_ALTERED) };
  } finally {
    await rm(reportDir, { recursive: true, force: true, maxRetries: 3 });
  }
};
