import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Its input ends when we do, however we end: it then ends the process groups that we have not struck off.
 * The sandbox's own way is not enough: who dies while bubblewrap starts is missed by it, and the first process
 * of a sandbox waits for ever where its launcher dies before it has let it go.
 */
const WARDEN = `trap '' INT TERM HUP
left=' '
while read -r sign group; do
case $sign in
+) left="$left$group " ;;
-) case $left in *" $group "*) left="\${left%% $group *} \${left#* $group }" ;; esac ;;
esac
done
for group in $left; do kill -s KILL -- "-$group"; done`;

const openWarden = (): ChildProcess => {
  const child = spawn('/bin/sh', ['-c', WARDEN], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it jobs run all the same; whoever can kill it can kill them.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  const { stdin } = child;
  if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
};

/** Ends the process groups of jobs if this process dies before them. */
export type OrphanReaper = {
  /** To be called in the moment in which a job of a process group of its own has started. */
  watchOver(job: ChildProcess): void;
  /** Ends the reaper, and with it every job that is left. */
  close(): Promise<void>;
};

/** Its process starts with the first job. */
export const createOrphanReaper = (): OrphanReaper => {
  let warden: ChildProcess | null = null;
  return {
    watchOver(job) {
      const { pid } = job;
      if (pid === undefined) return;
      warden ??= openWarden();
      const { stdin } = warden;
      stdin?.write(`+ ${pid}\n`);
      job.once('close', () => stdin?.writable === true && stdin.write(`- ${pid}\n`));
    },
    async close() {
      const closing = warden;
      warden = null;
      if (closing === null || closing.pid === undefined) return;
      closing.ref();
      const ended = new Promise<void>((resolve) => {
        if (closing.exitCode !== null || closing.signalCode !== null) resolve();
        else closing.once('exit', () => resolve());
      });
      closing.stdin?.end();
      await ended;
    },
  };
};
