import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { devNull } from 'node:os';
import type { Job, JobLimits, Ran } from '../../../ports/workspaces.ts';
import { endedBy, type LaunchEnd } from './ended-by.ts';
import { firstProcessOf } from './first-process.ts';
import { hardMost } from '../limits/job-limits.ts';
import { makeProcessBound, type ProcessBound } from '../limits/process-bound.ts';
import { startOwnTime } from '../limits/own-time.ts';
import type { OrphanReaper } from './orphan-reaper.ts';
import type { Tracer } from './trace-programs.ts';
import type { Witness } from './witness.ts';
import { type Stop, watchLimits } from '../limits/watch-limits.ts';
import { watchSilence } from '../limits/watch-silence.ts';
import { throwIfAborted } from '../../../errors/abort-error.ts';

/** Kills a job when one of its signals is aborted. The outcome is an error, so that it cannot pass as a result. */
const untilAborted = async <T>(
  signals: readonly AbortSignal[],
  kill: () => void,
  work: () => Promise<T>,
): Promise<T> => {
  for (const signal of signals) signal.addEventListener('abort', kill, { once: true });
  if (signals.some(({ aborted }) => aborted)) kill();
  try {
    const result = await work();
    signals.forEach(throwIfAborted);
    return result;
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', kill);
  }
};

/** How to start a job's process, and how to end its whole tree. */
export type Launch = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Sent by descriptor: these contain variables, which a process list would show to every user. */
  readonly sandboxArguments: readonly string[] | null;
  /** For a container: lines for its first process, which lives as long as lines keep coming. */
  readonly input: string | null;
  readonly limits: JobLimits;
  /** Host folders that the job can write to. */
  readonly folders: readonly string[];
  /** Our descriptors that the job must not get. */
  readonly leaked: readonly number[];
  readonly reaper: OrphanReaper;
  /** Null: its processes cannot be listed. */
  readonly witness: Witness | null;
  /** Absent: the programs it starts are not recorded. */
  readonly tracer?: Tracer | null;
  /** Either one ends the job: its run's and its own. */
  readonly signals: readonly AbortSignal[];
  /** Kills everything the job has started; `status` is what the sandbox reported on its descriptor. */
  kill(child: ChildProcess, status: string): void;
  /** Runs after the end, whatever it was, so that nothing of the job is left. */
  sweep(child: ChildProcess): Promise<void>;
  /** What the exit code of our child means for the command. */
  readEnd(code: number, status: string): LaunchEnd;
};

/** The parts that a launch method decides; the rest comes from the machine. */
export type BareLaunch = Omit<Launch, 'limits' | 'folders' | 'leaked' | 'reaper' | 'signals'>;

const LOG_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND | constants.O_NOFOLLOW;
const MAX_STATUS_CHARS = 65_536;
const BEAT_MS = 500;

/** Standard output, standard error, and the null device. */
type Outputs = readonly [out: FileHandle, err: FileHandle, nothing: FileHandle];

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

/** The sandbox reports on descriptor 3 and reads its arguments from 4. Without one, 3 only shows that we are alive. */
const talkTo = (child: ChildProcess, launch: Launch): (() => string) => {
  let status = '';
  const [, , , report, takes] = child.stdio;
  for (const stream of [report, takes]) stream?.on('error', () => undefined);
  if (launch.sandboxArguments === null) return () => status;
  report?.on('data', (chunk: Buffer) => {
    if (status.length < MAX_STATUS_CHARS) status += chunk.toString('utf8');
    const first = firstProcessOf(status);
    if (first !== null) launch.witness?.meet(first);
  });
  if (takes && 'end' in takes) takes.end(launch.sandboxArguments.map((arg) => `${arg}\0`).join(''));
  return () => status;
};

/** Descriptors do not reach into a container: its standard input shows that we are alive. */
const keepTalking = (child: ChildProcess, input: string | null): (() => void) => {
  if (input === null) return () => undefined;
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(input);
  const beating = setInterval(() => child.stdin?.write('\n'), BEAT_MS);
  return () => clearInterval(beating);
};

/** A leaked descriptor is replaced, since it cannot be closed in a child. */
const stdioOf = ({ sandboxArguments, input, leaked }: Launch, [out, err, nothing]: Outputs): StdioOptions => {
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', out.fd, err.fd, 'pipe'];
  stdio[4] = sandboxArguments === null ? 'ignore' : 'pipe';
  if (input !== null) stdio.splice(0, 5, 'pipe', out.fd, err.fd, 'ignore', 'ignore');
  for (const descriptor of leaked) {
    while (stdio.length < descriptor) stdio.push('ignore');
    stdio[descriptor] = nothing.fd;
  }
  return stdio;
};

const start = (launch: Launch, outputs: Outputs, bound: ProcessBound | null): ChildProcess => {
  const program = [launch.file, ...launch.args];
  const [file = '', ...args] = bound === null ? program : bound.joined(program);
  return spawn(file, args, {
    cwd: launch.cwd,
    env: { ...launch.environment },
    detached: true,
    stdio: stdioOf(launch, outputs),
  });
};

const runOpened = async (launch: Launch, job: Job, outputs: Outputs): Promise<Ran> => {
  const startedAt = performance.now();
  const { limits, folders } = launch;
  // A container is not our child; its engine counts its processes.
  const bound = launch.input === null ? makeProcessBound(hardMost(limits.processes)) : null;
  const child = start(launch, outputs, bound);
  launch.reaper.watchOver(child);
  const ended = waitForEnd(child);
  const status = talkTo(child, launch);
  const stopTalking = keepTalking(child, launch.input);
  let stop: Stop | null = null;
  const onIdle = launch.input === null ? (job.onIdle ?? null) : null;
  const time = startOwnTime();
  const silence = watchSilence(job.reportDir, time.ms);
  const seen = { outputs: outputs.slice(0, 2), pid: child.pid, bound, time, silence, onIdle };
  const watched = { job, limits, folders, ...seen };
  const { look, unwatch } = watchLimits(watched, (why) => {
    stop ??= why;
    launch.kill(child, status());
  });
  const kill = (): void => launch.kill(child, status());
  const end = await untilAborted(launch.signals, kill, async () => {
    const result = await ended;
    unwatch();
    stopTalking();
    await look();
    if (child.pid !== undefined) await launch.sweep(child);
    await bound?.release();
    return result;
  });
  const durationMs = performance.now() - startedAt;
  const silentMs = silence.longestMs();
  const read = launch.readEnd(end.code ?? 0, status());
  const ran = endedBy({ ...end, stop, durationMs, silentMs, read }, job);
  const attempts = (await launch.witness?.testify()) ?? [];
  const programs = (await launch.tracer?.programs(child.pid)) ?? null;
  return ran.status === 'not-started'
    ? ran
    : {
        ...ran,
        ...(attempts.length === 0 ? {} : { attempts }),
        ...(programs === null ? {} : { programs }),
      };
};

/** Runs a job to its end. Its output goes to files by descriptor and never through this process. */
export const runLaunch = async (launch: Launch, job: Job): Promise<Ran> => {
  const opened: FileHandle[] = [];
  const openFile = async (path: string, flags: number): Promise<FileHandle> => {
    const file = await open(path, flags, 0o644);
    opened.push(file);
    return file;
  };
  try {
    const out = await openFile(job.stdoutFile, LOG_FLAGS);
    const err = job.stderrFile === job.stdoutFile ? out : await openFile(job.stderrFile, LOG_FLAGS);
    return await runOpened(launch, job, [out, err, await openFile(devNull, constants.O_RDWR)]);
  } finally {
    await Promise.all(opened.map((file) => file.close()));
  }
};
