import type { FileHandle } from 'node:fs/promises';
import type { Job, JobLimits } from '../../../ports/workspaces.ts';
import { glanceAtMachine, measureProcesses, type ProcessUse } from './job-processes.ts';
import { lostMs, takeMoment } from './lost-time.ts';
import type { OwnTime } from './own-time.ts';
import type { ProcessBound } from './process-bound.ts';
import { watchDisk } from './watch-disk.ts';
import { watchIdleness } from './watch-idleness.ts';
import type { Silence } from './watch-silence.ts';

const LOOK_EVERY_MS = 100;
/** Measuring every process costs milliseconds: do it now and then, or when the machine changes fast. */
const GLANCES_PER_LOOK = 10;

export type Stop =
  | { readonly why: 'timeout'; readonly timeoutMs: number }
  | { readonly why: 'silence'; readonly silentMs: number }
  | { readonly why: 'output' | 'memory' | 'disk'; readonly maxBytes: number }
  | { readonly why: 'processes'; readonly most: number };

export type Watched = {
  readonly job: Job;
  readonly outputs: readonly FileHandle[];
  readonly limits: JobLimits;
  /** The launcher; everything that the job starts is below it. */
  readonly pid: number | undefined;
  /** Host folders that the job can write to. */
  readonly folders: readonly string[];
  readonly bound: ProcessBound | null;
  readonly time: OwnTime;
  readonly silence: Silence;
  /** Null if we cannot see the job's processes. */
  readonly onIdle: ((idle: boolean) => void) | null;
};

/** Returns how long nothing was written. */
const watchOutput =
  ({ outputs, limits, silence }: Watched, onStop: (stop: Stop) => void) =>
  async (): Promise<number> => {
    const sizes = await Promise.all(
      outputs.map((output) =>
        output.stat().then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    if (sizes.some((size) => size > limits.outputBytes))
      onStop({ why: 'output', maxBytes: limits.outputBytes });
    return silence.listen(sizes.reduce((sum, size) => sum + size, 0));
  };

const tooSlow = ({ job, time }: Watched, silentMs: number): Stop | null => {
  const pace = job.pace?.() ?? null;
  if (pace === null) return null;
  if (time.ms() > pace.totalMs) return { why: 'timeout', timeoutMs: pace.totalMs };
  return pace.silentMs !== null && silentMs > pace.silentMs
    ? { why: 'silence', silentMs: pace.silentMs }
    : null;
};

type Settle = (use: ProcessUse) => void;

/** Subtracts time that the machine kept from the job. */
const settleTime = (time: OwnTime): Settle => {
  let before = takeMoment({ pids: [], cpuTicks: 0 });
  return (use) => {
    const now = takeMoment(use);
    time.lose(lostMs(before, now));
    before = now;
  };
};

const watchProcesses = (
  { pid, limits, bound, onIdle }: Watched,
  settle: Settle,
  onStop: (stop: Stop) => void,
) => {
  const before = glanceAtMachine();
  const idleness = onIdle === null ? () => {} : watchIdleness(onIdle);
  let glances = 0;
  return (): void => {
    if (bound !== null && bound.refusals() > 0) return onStop({ why: 'processes', most: limits.processes });
    const now = before === null || pid === undefined ? null : glanceAtMachine();
    if (now === null || before === null || pid === undefined) return;
    glances += 1;
    const sudden =
      now.tasks - before.tasks > limits.processes || before.freeBytes - now.freeBytes > limits.memoryBytes;
    if (!sudden && glances % GLANCES_PER_LOOK !== 0) return;
    const use = measureProcesses(pid);
    if (glances % GLANCES_PER_LOOK === 0) {
      idleness(use.cpuTicks);
      settle(use);
    }
    if (use.tasks > limits.processes) onStop({ why: 'processes', most: limits.processes });
    else if (use.memoryBytes > limits.memoryBytes) onStop({ why: 'memory', maxBytes: limits.memoryBytes });
  };
};

/** Calls `onStop` when a job has run too long or uses too much. `look`: a last check of its output. */
export const watchLimits = (
  watched: Watched,
  onStop: (stop: Stop) => void,
): { readonly look: () => Promise<unknown>; readonly unwatch: () => void } => {
  const { timeoutMs } = watched.job;
  const lookAtOutput = watchOutput(watched, onStop);
  const settle = settleTime(watched.time);
  let over = false;
  const lookAtPace = async (): Promise<void> => {
    if (tooSlow(watched, await lookAtOutput()) === null) return;
    if (watched.pid !== undefined) settle(measureProcesses(watched.pid));
    const stop = tooSlow(watched, await lookAtOutput());
    // The job has ended meanwhile, so it was in time.
    if (stop !== null && !over) onStop(stop);
  };
  const looks = [
    lookAtPace,
    watchProcesses(watched, settle, onStop),
    watchDisk(watched.folders, watched.limits.diskBytes, (maxBytes) => onStop({ why: 'disk', maxBytes })),
  ];
  const deadline = setTimeout(() => onStop({ why: 'timeout', timeoutMs }), timeoutMs);
  const looking = setInterval(() => looks.forEach((one) => void one()), LOOK_EVERY_MS);
  const unwatch = () => {
    over = true;
    clearTimeout(deadline);
    clearInterval(looking);
  };
  return { look: lookAtOutput, unwatch };
};
