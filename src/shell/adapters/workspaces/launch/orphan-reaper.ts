import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Its input ends when this process ends, however it ends; it then kills the process groups that are still listed.
 * The sandbox's own cleanup is not enough: it misses a parent that dies while bubblewrap starts, and the first process
 * of a sandbox waits forever if its launcher dies before releasing it.
 */
const REAPER = `trap '' INT TERM HUP
left=' '
while read -r sign group; do
case $sign in
+) left="$left$group " ;;
-) case $left in *" $group "*) left="\${left%% $group *} \${left#* $group }" ;; esac ;;
esac
done
for group in $left; do kill -s KILL -- "-$group"; done`;

const startReaper = (): ChildProcess => {
  const child = spawn('/bin/sh', ['-c', REAPER], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Jobs can run without it.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  const { stdin } = child;
  if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
};

/** Ends the process groups of jobs if this process dies before them. */
export type OrphanReaper = {
  /** Call it right after starting a job in its own process group. */
  watchOver(job: ChildProcess): void;
  /** Ends the reaper, which kills every job that is still running. */
  close(): Promise<void>;
};

/** Its process starts with the first job. */
export const createOrphanReaper = (): OrphanReaper => {
  let reaper: ChildProcess | null = null;
  return {
    watchOver(job) {
      const { pid } = job;
      if (pid === undefined) return;
      reaper ??= startReaper();
      const { stdin } = reaper;
      stdin?.write(`+ ${pid}\n`);
      job.once('close', () => stdin?.writable === true && stdin.write(`- ${pid}\n`));
    },
    async close() {
      const closing = reaper;
      reaper = null;
      if (closing === null || closing.pid === undefined) return;
      closing.ref();
      const ended = new Promise<void>((resolve) => {
        if (closing.exitCode !== null || closing.signalCode !== null) resolve();
        else closing.once('close', () => resolve());
      });
      closing.stdin?.end();
      await ended;
    },
  };
};
