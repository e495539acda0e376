import { spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type EscapeAttempt, escapeAttempts, type Prey } from './escape-attempts.ts';
import { type Mount, createMount } from '../tree/mount.ts';
import type { Machine } from './machine.ts';
import { runTool } from '../host/run-tool.ts';

export type IsolationFinding = {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do if it does not hold. */
  readonly fix: string;
  /** False: nothing is lost without it. */
  readonly needed: boolean;
};

const TIMEOUT_MS = 20_000;
const NO_SUCH_PROGRAM = 'exit 127';
const FIX_ESCAPE = 'Do not evaluate untrusted changes on this machine; report this as a security problem.';
/** Some images contain harmless keys and settings. */
const ACCOUNTS = { host: 'cat /etc/shadow || cat /etc/ssh/* || ls /etc/sudoers.d', image: 'cat /etc/shadow' };

const listen = async (): Promise<{ port: number; count: () => number; close: () => void }> => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, count: () => connections, close: () => server.close() };
};

const aFileIn = async (home: string): Promise<string | null> => {
  const entries = await readdir(home, { withFileTypes: true }).catch(() => []);
  const file = entries.find((entry) => entry.isFile());
  return file === undefined ? null : join(home, file.name);
};

const attack = async (
  { run, sandbox }: Pick<Machine, 'run' | 'sandbox'>,
  mount: Mount,
  attempt: EscapeAttempt,
  turn: number,
): Promise<IsolationFinding> => {
  const [reportDir, log] = [join(mount.folder, 'report'), join(mount.folder, 'log')];
  const files = { stdoutFile: log, stderrFile: log, reportDir };
  const job = { command: attempt.command, env: {}, timeoutMs: TIMEOUT_MS, network: false, ...files };
  const ran = await run(mount, { job, turn, trusted: false });
  const harmed = (await attempt.didHarm?.()) ?? false;
  const how = ran.status === 'exited' ? `exit ${ran.exitCode}` : ran.status;
  const what = `blocked: ${attempt.what}`;
  if (sandbox.container !== null && how === NO_SUCH_PROGRAM && !harmed)
    return { what, ok: false, detail: 'not tried: the image has no program for it', fix: '', needed: false };
  const ok = ran.status === 'exited' && ran.exitCode !== 0 && !harmed;
  const detail = ok ? `refused (${how})` : `not refused (${how})`;
  return { what, ok, detail, fix: FIX_ESCAPE, needed: true };
};

const succeeds = async (shell: string, command: string): Promise<boolean> =>
  (await runTool(shell, ['-c', command])).ok;

/** Prepares what an attacker would want, tries to take it, and checks what happened. */
export const tryToEscape = async (
  { run, sandbox, programs }: Pick<Machine, 'run' | 'sandbox' | 'programs'>,
  { folder, cacheDir }: { readonly folder: string; readonly cacheDir: string },
): Promise<readonly IsolationFinding[]> => {
  const [lower, sibling, repository] = ['lower', 'sibling', 'repository'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const below = join(lower, 'below');
  await Promise.all(
    [lower, sibling, join(repository, '.git'), join(folder, 'mount')].map((path) =>
      mkdir(path, { recursive: true }),
    ),
  );
  // An image may have a home of the same name, but never what we put into the cache.
  const secret = join(folder, 'secret');
  await Promise.all([
    writeFile(below, 'yes\n'),
    writeFile(secret, 'secret'),
    writeFile(join(repository, '.git', 'secret'), 'secret'),
  ]);
  const victim = spawn('sleep', ['600'], { stdio: 'ignore' });
  const server = await listen();
  const reach = `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${server.port}'`;
  try {
    const canReach = await succeeds(programs.shell, reach);
    const before = server.count();
    const prey: Prey = {
      homeFile: sandbox.container === null ? await aFileIn(homedir()) : secret,
      accounts: sandbox.container === null ? ACCOUNTS.host : ACCOUNTS.image,
      repository,
      sibling,
      cacheDir,
      below,
      victimPid: victim.pid ?? 0,
      isVictimAlive: () => victim.exitCode === null && victim.signalCode === null,
      connect: canReach ? reach : 'false',
      connections: () => server.count() - before,
    };
    const mount = await createMount({
      folder: join(folder, 'mount'),
      overlays: sandbox.overlays,
      disposable: true,
      downloads: null,
      treeLowers: [lower],
      homeLowers: [],
    });
    const findings: IsolationFinding[] = [];
    for (const [turn, attempt] of escapeAttempts(prey).entries())
      findings.push(await attack({ run, sandbox }, mount, attempt, turn));
    return findings;
  } finally {
    victim.kill('SIGKILL');
    server.close();
  }
};
