import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { JobLimits } from '../../../ports/workspaces.ts';
import { BLOCK_BYTES, KIB } from '../limits/job-limits.ts';
import type { BareLaunch } from './run-launch.ts';

/**
 * Descriptor 3 closes when the coordinator dies, however it dies: the watcher then kills the group.
 * The command never sees the descriptor.
 */
const WATCHED = `{ read -r _; kill -KILL 0; } <&3 3<&- >/dev/null 2>&1 &
watcher=$!
exec 3<&-
{
ulimit -c 0
ulimit -n "$2"
ulimit -d "$3"
ulimit -f "$4"
} 2>/dev/null
/bin/sh -c "$1"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"`;

const MARK = 'HYDRA_JOB';
const MAX_ROUNDS = 20;

const killGroup = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};

/** Processes that left the group still carry the job's mark in the environment they started with. */
const markedProcesses = async (mark: string): Promise<readonly number[]> => {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').includes(mark) && pid !== process.pid ? [pid] : [];
    }),
  );
  return found.flat();
};

const killMarked = async (mark: string): Promise<void> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pids = await markedProcesses(mark);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
  }
};

export type DegradedParts = {
  readonly command: string;
  readonly tree: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: JobLimits;
};

/** Without a sandbox: a process group of its own. A process that hides its environment can escape the sweep. */
export const degradedLaunch = ({ command, tree, environment, limits }: DegradedParts): BareLaunch => {
  // The limit would count all processes of the user.
  const most = [limits.openFiles, limits.memoryBytes / KIB, limits.diskBytes / BLOCK_BYTES].map(Math.floor);
  const id = randomBytes(12).toString('hex');
  return {
    file: '/bin/sh',
    args: ['-c', WATCHED, 'sh', command, ...most.map(String)],
    cwd: tree,
    environment: { ...environment, [MARK]: id },
    sandboxArguments: null,
    witness: null,
    input: null,
    kill: killGroup,
    async sweep(child) {
      killGroup(child);
      await killMarked(`${MARK}=${id}`);
    },
    readEnd: (exitCode) => ({ exitCode }),
  };
};
