import { closeSync, openSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import type { Job, Ran } from '../../../ports/workspaces.ts';
import type { Stop } from '../limits/watch-limits.ts';

/** What our child's exit code means for the command: how it ended, that it never ran, or what stopped it. */
export type LaunchEnd = { readonly exitCode: number } | { readonly ran: false } | { readonly stop: Stop };

type End = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error: Error | null;
  readonly stop: Stop | null;
  readonly durationMs: number;
  readonly silentMs: number;
  /** What the exit code means for the command. */
  readonly read: LaunchEnd;
};

const SHELL_SIGNAL_BASE = 128;
/** Reversed: if a signal has two names, the first is the usual one. */
const SIGNAL_NAMES = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);
const EXCERPT_BYTES = 500;

const excerpt = (file: string): string => {
  const start = Buffer.alloc(EXCERPT_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    const length = readSync(descriptor, start);
    return start.toString('utf8', 0, length).trim().replaceAll(/\s+/g, ' ');
  } finally {
    closeSync(descriptor);
  }
};

/** A shell exits with 128 + n if signal n ended its command. */
const fromCode = (exitCode: number, { durationMs, silentMs }: End): Ran => {
  const signal = SIGNAL_NAMES.get(exitCode - SHELL_SIGNAL_BASE);
  return signal === undefined
    ? { status: 'exited', exitCode, durationMs, silentMs }
    : { status: 'killed', signal, durationMs };
};

const MIB = 1024 ** 2;

const stopped = (stop: Stop, durationMs: number): Ran => {
  if (stop.why === 'timeout') return { status: 'timed-out', timeoutMs: stop.timeoutMs, durationMs };
  if (stop.why === 'silence')
    return { status: 'timed-out', timeoutMs: durationMs, durationMs, silentMs: stop.silentMs };
  const much =
    stop.why === 'processes'
      ? `${stop.most} processes`
      : `${Math.round((stop.maxBytes / MIB) * 10) / 10} MB of ${stop.why}`;
  return { status: 'killed', signal: `SIGKILL (more than ${much})`, durationMs };
};

/** The system reports only a code, and most codes mean a limit. */
export const whyNotStarted = (error: unknown): string => {
  const { syscall, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return syscall?.startsWith('spawn')
    ? `${message} (\`ulimit -a\` shows how many open files and processes are allowed)`
    : message;
};

/** The end of a process → how the job ended. "No sandbox" is never "the command failed". */
export const endedBy = (end: End, job: Job): Ran => {
  const { code, signal, error, stop, durationMs, read } = end;
  if (error !== null) return { status: 'not-started', reason: whyNotStarted(error) };
  if (stop !== null) return stopped(stop, durationMs);
  if (signal !== null) return { status: 'killed', signal, durationMs };
  if ('exitCode' in read) return fromCode(read.exitCode, end);
  if ('stop' in read) return stopped(read.stop, durationMs);
  const printed = excerpt(job.stderrFile);
  return { status: 'not-started', reason: printed === '' ? `the sandbox ended with ${code ?? 0}` : printed };
};
