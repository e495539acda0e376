import type { FileHandle } from 'node:fs/promises';
import type { Job, JobLimits } from '../../ports/workspaces.ts';
import { glanceAtMachine, measureProcesses } from './job-processes.ts';
import type { ProcessBound } from './process-bound.ts';
import { watchDisk } from './watch-disk.ts';
import { watchIdleness } from './watch-idleness.ts';
import type { Silence } from './watch-silence.ts';

const LOOK_EVERY_MS = 100;
/** A look at every process of the machine costs milliseconds: now and then, or when the machine changes fast. */
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
  readonly silence: Silence;
  /** Null where the job's processes are none of ours to see. */
  readonly onIdle: ((idle: boolean) => void) | null;
};

const watchOutput =
  ({ outputs, limits, job, silence }: Watched, onStop: (stop: Stop) => void) =>
  async () => {
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
    const silentMs = silence.listen(sizes.reduce((sum, size) => sum + size, 0));
    const mostMs = job.silenceMs?.() ?? null;
    if (mostMs !== null && silentMs > mostMs) onStop({ why: 'silence', silentMs: mostMs });
  };

const watchProcesses = ({ pid, limits, bound, onIdle }: Watched, onStop: (stop: Stop) => void) => {
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
    const { tasks, memoryBytes, cpuTicks } = measureProcesses(pid);
    if (glances % GLANCES_PER_LOOK === 0) idleness(cpuTicks);
    if (tasks > limits.processes) onStop({ why: 'processes', most: limits.processes });
    else if (memoryBytes > limits.memoryBytes) onStop({ why: 'memory', maxBytes: limits.memoryBytes });
  };
};

/** Calls `onStop` when a job has run too long, was given up, or takes too much. `look`: a last look at what was written. */
export const watchLimits = (
  watched: Watched,
  onStop: (stop: Stop) => void,
): { readonly look: () => Promise<void>; readonly unwatch: () => void } => {
  const { signal, timeoutMs } = watched.job;
  const giveUp = () => {
    const reason: unknown = signal?.reason;
    onStop({ why: 'timeout', timeoutMs: typeof reason === 'number' && reason > 0 ? reason : timeoutMs });
  };
  const look = watchOutput(watched, onStop);
  const looks = [
    look,
    watchProcesses(watched, onStop),
    watchDisk(watched.folders, watched.limits.diskBytes, (maxBytes) => onStop({ why: 'disk', maxBytes })),
  ];
  const deadline = setTimeout(() => onStop({ why: 'timeout', timeoutMs }), timeoutMs);
  const looking = setInterval(() => looks.forEach((one) => void one()), LOOK_EVERY_MS);
  if (signal?.aborted) giveUp();
  else signal?.addEventListener('abort', giveUp, { once: true });
  const unwatch = () => {
    clearTimeout(deadline);
    clearInterval(looking);
    signal?.removeEventListener('abort', giveUp);
  };
  return { look, unwatch };
};
