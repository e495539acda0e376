import { closeSync, openSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import type { Job, Ran } from '../../../ports/workspaces.ts';
import type { LaunchEnd } from './launch-end.ts';
import type { Stop } from '../limits/watch-limits.ts';
import { whyNotStarted } from './why-not-started.ts';

export type End = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error: Error | null;
  readonly stop: Stop | null;
  readonly durationMs: number;
  readonly silentMs: number;
  /** What the exit code says of the command. */
  readonly read: LaunchEnd;
};

const SHELL_SIGNAL_BASE = 128;
/** Backwards: where a signal has two names, the first is the usual one. */
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

/** A shell says 128 + n for a command that signal n ended; both adapters speak its language. */
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

/** The end of a process → how the job ended. "No sandbox" is never "the command failed". */
export const endedBy = (end: End, job: Job): Ran => {
  const { code, signal, error, stop, durationMs, read } = end;
  if (error !== null) return { status: 'not-started', reason: whyNotStarted(error) };
  if (stop !== null) return stopped(stop, durationMs);
  if (signal !== null) return { status: 'killed', signal, durationMs };
  if ('exitCode' in read) return fromCode(read.exitCode, end);
  if ('stop' in read) return stopped(read.stop, durationMs);
  const said = excerpt(job.stderrFile);
  return { status: 'not-started', reason: said === '' ? `the sandbox ended with ${code ?? 0}` : said };
};
