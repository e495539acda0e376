import { spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Attempt, escapeAttempts, type Prey } from './escape-attempts.ts';
import { exploreMachine } from './explore-machine.ts';
import { type Ground, layGround } from './ground.ts';
import type { Machine } from './machine.ts';
import { newScratch } from './scratch-folder.ts';
import { removeTree } from './remove-tree.ts';
import { runOnGround } from './run-on-ground.ts';
import { runTool } from './run-tool.ts';

export type IsolationFinding = {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do where it is not. */
  readonly fix: string;
};

export type ProbeOptions = {
  /** Where workspaces would live: file systems differ in what they carry. */
  readonly cacheDir: string;
  readonly isolation?: 'auto' | 'copies' | 'degraded';
};

const TIMEOUT_MS = 20_000;
const FIX_SANDBOX =
  'Install bubblewrap (apt install bubblewrap, dnf install bubblewrap) and allow user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces > 0).';
const FIX_OVERLAYS =
  'Use Linux 5.11 or newer and a cache folder on a local disk (ext4, xfs, btrfs), not inside a container image.';
const FIX_ESCAPE = 'Do not evaluate untrusted changes on this machine; report this as a security problem.';

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
  machine: Machine,
  ground: Ground,
  attempt: Attempt,
  turn: number,
): Promise<IsolationFinding> => {
  const [reportDir, log] = [join(ground.folder, 'report'), join(ground.folder, 'log')];
  const files = { stdoutFile: log, stderrFile: log, reportDir };
  const job = { command: attempt.command, env: {}, timeoutMs: TIMEOUT_MS, network: false, ...files };
  const ran = await runOnGround(machine, ground, { job, turn, trusted: false });
  const harmed = (await attempt.didHarm?.()) ?? false;
  const ok = ran.status === 'exited' && ran.exitCode !== 0 && !harmed;
  const how = ran.status === 'exited' ? `exit ${ran.exitCode}` : ran.status;
  return {
    what: `blocked: ${attempt.what}`,
    ok,
    detail: ok ? `refused (${how})` : `not refused (${how})`,
    fix: FIX_ESCAPE,
  };
};

const isReadable = async (machine: Machine, file: string): Promise<boolean> =>
  (await runTool(machine.programs.shell, ['-c', file])).ok;

/** Lays out what a thief would want, tries to take it, and looks at what happened. Degraded: nothing to try. */
const tryToEscape = async (machine: Machine, folder: string): Promise<readonly IsolationFinding[]> => {
  const [lower, sibling, repository] = ['lower', 'sibling', 'repository'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const below = join(lower, 'below');
  await Promise.all(
    [lower, sibling, join(repository, '.git'), join(folder, 'ground')].map((path) =>
      mkdir(path, { recursive: true }),
    ),
  );
  await Promise.all([writeFile(below, 'yes\n'), writeFile(join(repository, '.git', 'secret'), 'secret')]);
  const victim = spawn('sleep', ['600'], { stdio: 'ignore' });
  const server = await listen();
  const reach = `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${server.port}'`;
  try {
    const canReach = await isReadable(machine, reach);
    const before = server.count();
    const prey: Prey = {
      homeFile: await aFileIn(homedir()),
      repository,
      sibling,
      cacheDir: machine.options.cacheDir,
      below,
      victimPid: victim.pid ?? 0,
      isVictimAlive: () => victim.exitCode === null && victim.signalCode === null,
      connect: canReach ? reach : 'false',
      connections: () => server.count() - before,
    };
    const ground = await layGround({
      folder: join(folder, 'ground'),
      overlays: machine.overlays,
      disposable: true,
      treeLowers: [lower],
      homeLowers: [],
    });
    const findings: IsolationFinding[] = [];
    for (const [turn, attempt] of escapeAttempts(prey).entries())
      findings.push(await attack(machine, ground, attempt, turn));
    return findings;
  } finally {
    victim.kill('SIGKILL');
    server.close();
  }
};

/** For `hydra doctor`: what this machine can isolate, each claim tried and not assumed. */
export const probeIsolation = async ({
  cacheDir,
  isolation = 'auto',
}: ProbeOptions): Promise<readonly IsolationFinding[]> => {
  await mkdir(cacheDir, { recursive: true });
  const folder = await newScratch(join(cacheDir, 'scratch'));
  try {
    const machine = await exploreMachine({
      repositoryRoot: join(folder, 'repository'),
      gitDir: join(folder, 'repository', '.git'),
      cacheDir,
      scratchDir: dirname(folder),
      readBlobs: () => Promise.resolve(new Map()),
      reportersDir: folder,
      environment: {},
      isolation,
      host: { environment: { ...process.env, HYDRA_PROBE_SECRET: 'secret' }, home: homedir() },
    });
    const { sandboxed, overlays } = machine;
    const { detail } = machine.isolation;
    return [
      { what: 'sandbox', ok: sandboxed, detail, fix: FIX_SANDBOX },
      {
        what: 'overlay workspaces',
        ok: overlays,
        detail: overlays ? 'a workspace costs milliseconds' : detail,
        fix: FIX_OVERLAYS,
      },
      ...(sandboxed ? await tryToEscape(machine, folder) : []),
    ];
  } finally {
    await removeTree(folder);
  }
};
