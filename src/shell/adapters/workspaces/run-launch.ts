import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Job, Ran } from '../../ports/workspaces.ts';
import { endedBy } from './ended-by.ts';
import { type Stop, watchLimits } from './watch-limits.ts';

/** How a job becomes a process, and how its whole tree is ended. */
export type Launch = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Sent by descriptor: these hold variables, which a process list would show to every user. */
  readonly sandboxArguments: readonly string[] | null;
  /** Kills everything the job has started; `status` is what the sandbox said on its descriptor. */
  kill(child: ChildProcess, status: string): void;
  /** Runs after the end, whatever it was: nothing of the job may be left. */
  sweep(child: ChildProcess): Promise<void>;
};

const LOG_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND | constants.O_NOFOLLOW;
const MAX_STATUS_CHARS = 65_536;

type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: Error | null;
};

const waitForEnd = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('close', (code, signal) => resolve({ code, signal, error: null }));
  });

/** Descriptor 3 tells how the sandbox fares; 4 takes its arguments. In the open, 3 only tells that we live. */
const talkTo = (child: ChildProcess, launch: Launch): (() => string) => {
  let status = '';
  const [, , , report, takes] = child.stdio;
  for (const stream of [report, takes]) stream?.on('error', () => undefined);
  if (launch.sandboxArguments === null) return () => status;
  report?.on('data', (chunk: Buffer) => {
    if (status.length < MAX_STATUS_CHARS) status += chunk.toString('utf8');
  });
  if (takes && 'end' in takes) takes.end(launch.sandboxArguments.map((arg) => `${arg}\0`).join(''));
  return () => status;
};

const start = (launch: Launch, out: FileHandle, err: FileHandle): ChildProcess =>
  spawn(launch.file, [...launch.args], {
    cwd: launch.cwd,
    env: { ...launch.environment },
    detached: true,
    stdio: ['ignore', out.fd, err.fd, 'pipe', ...(launch.sandboxArguments === null ? [] : ['pipe' as const])],
  });

const runOpened = async (launch: Launch, job: Job, out: FileHandle, err: FileHandle): Promise<Ran> => {
  const startedAt = performance.now();
  const child = start(launch, out, err);
  const ended = waitForEnd(child);
  const status = talkTo(child, launch);
  let stop: Stop | null = null;
  const unwatch = watchLimits(job, [out, err], (why) => {
    stop ??= why;
    launch.kill(child, status());
  });
  const end = await ended;
  unwatch();
  if (child.pid !== undefined) await launch.sweep(child);
  const durationMs = performance.now() - startedAt;
  return endedBy(
    { ...end, stop, durationMs, status: launch.sandboxArguments === null ? null : status() },
    job,
  );
};

/** Runs a job to its end. Its output goes to files by descriptor and never through this process. */
export const runLaunch = async (launch: Launch, job: Job): Promise<Ran> => {
  const out = await open(job.stdoutFile, LOG_FLAGS, 0o644);
  try {
    if (job.stderrFile === job.stdoutFile) return await runOpened(launch, job, out, out);
    const err = await open(job.stderrFile, LOG_FLAGS, 0o644);
    try {
      return await runOpened(launch, job, out, err);
    } finally {
      await err.close();
    }
  } finally {
    await out.close();
  }
};
