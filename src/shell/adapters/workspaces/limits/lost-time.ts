import { availableParallelism } from 'node:os';
import { listOrNone, type ProcessUse, readOrEmpty } from './job-processes.ts';

const MS_PER_TICK = 10;
const NS_PER_MS = 1e6;
const US_PER_MS = 1000;

/** One sample; all values but the first only grow. */
export type Moment = {
  readonly atMs: number;
  readonly cpuMs: number;
  /** For each thread: how long it was ready to run while no core was free. */
  readonly queuedMs: ReadonlyMap<string, number>;
  /** Of all cores: time worked, and time that a host with many guests took away. */
  readonly workedTicks: number;
  readonly stolenTicks: number;
  /** Time during which every process of the machine waited for a disk. */
  readonly diskMs: number;
};

const queues = (pids: readonly number[]): ReadonlyMap<string, number> => {
  const queued = new Map<string, number>();
  for (const pid of pids)
    for (const thread of listOrNone(`/proc/${pid}/task`)) {
      const waited = readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[1];
      if (waited !== undefined) queued.set(thread, Number(waited) / NS_PER_MS);
    }
  return queued;
};

export const takeMoment = ({ pids, cpuTicks }: Pick<ProcessUse, 'pids' | 'cpuTicks'>): Moment => {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = readOrEmpty('/proc/stat')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const disk = /^full .*total=(\d+)/m.exec(readOrEmpty('/proc/pressure/io'))?.[1];
  return {
    atMs: performance.now(),
    cpuMs: cpuTicks * MS_PER_TICK,
    queuedMs: queues(pids),
    workedTicks: user + nice + system + irq + softIrq,
    stolenTicks: stolen,
    diskMs: Number(disk ?? 0) / US_PER_MS,
  };
};

const longestQueueMs = (before: Moment, after: Moment): number => {
  let longest = 0;
  for (const [thread, queued] of after.queuedMs)
    longest = Math.max(longest, queued - (before.queuedMs.get(thread) ?? 0));
  return longest;
};

const stolenShare = (before: Moment, after: Moment): number => {
  const stolen = Math.max(0, after.stolenTicks - before.stolenTicks);
  const worked = Math.max(0, after.workedTicks - before.workedTicks);
  return stolen === 0 ? 0 : stolen / (stolen + worked);
};

/**
 * How much of the time between two samples the machine kept from a job. A job's threads that wait for each other do
 * not reduce its time: whatever it used of all cores counts.
 */
export const lostMs = (before: Moment, after: Moment, cores = availableParallelism()): number => {
  const elapsed = after.atMs - before.atMs;
  const queued = Math.min(elapsed, longestQueueMs(before, after));
  const stolen = (elapsed - queued) * stolenShare(before, after);
  const usedMs = Math.max(0, after.cpuMs - before.cpuMs) / cores;
  const lost = queued + stolen + Math.max(0, after.diskMs - before.diskMs);
  return Math.max(0, Math.min(lost, elapsed - usedMs));
};
