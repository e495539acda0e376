import type { ChildProcess } from 'node:child_process';
import { firstProcessOf } from './first-process.ts';
import type { BareLaunch } from './run-launch.ts';
import type { Witness } from './witness.ts';

const LAUNCHER_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
const GRACE_MS = 1000;

const tryKill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
};

const killSandbox = (child: ChildProcess, status: string): void => {
  const group = child.pid === undefined ? null : -child.pid;
  const first = firstProcessOf(status);
  if (first !== null) tryKill(first);
  else if (group !== null) tryKill(group);
  const again = setTimeout(() => {
    if (group !== null && child.exitCode === null && child.signalCode === null) tryKill(group);
  }, GRACE_MS);
  again.unref();
};

export const sandboxLaunch = (
  program: readonly string[],
  sandboxArguments: readonly string[],
  cwd: string,
  witness: Witness | null,
): BareLaunch => {
  const [file = '', ...args] = program;
  return {
    file,
    args,
    cwd,
    environment: LAUNCHER_ENVIRONMENT,
    sandboxArguments,
    witness,
    input: null,
    kill: killSandbox,
    sweep: () => Promise.resolve(),
    readEnd: (exitCode, status) => (status.includes('"exit-code"') ? { exitCode } : { ran: false }),
  };
};
