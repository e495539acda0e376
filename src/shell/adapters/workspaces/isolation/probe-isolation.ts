import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { exploreMachine } from './explore-machine.ts';
import { findEngine } from '../container/find-engine.ts';
import type { Machine, Sandbox, WorkspacesOptions } from './machine.ts';
import { createOrphanReaper } from '../launch/orphan-reaper.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { newScratch } from '../tree/scratch-folder.ts';
import { type IsolationFinding, tryToEscape } from './try-to-escape.ts';

export type ProbeOptions = Pick<WorkspacesOptions, 'isolation' | 'container' | 'host' | 'reaper'> & {
  /** Where workspaces would live: not every file system supports overlays. */
  readonly cacheDir: string;
};

const FIX_SANDBOX =
  'Install bubblewrap (apt install bubblewrap, dnf install bubblewrap) and allow user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces > 0), or use containers: podman or docker, and [sandbox] image in hydra.toml.';
const FIX_OVERLAYS =
  'Use Linux 5.11 or newer and a cache folder on a local disk (ext4, xfs, btrfs), not inside a container image.';

const aboutSandbox = ({ overlays, container, isolation }: Sandbox): IsolationFinding[] => {
  const { detail, level } = isolation;
  const sandboxed = level !== 'degraded';
  const sandbox = { what: 'sandbox', ok: sandboxed, fix: FIX_SANDBOX, needed: true };
  if (container !== null) return [{ ...sandbox, detail: `${level}: ${detail}` }];
  const found = overlays ? 'a workspace costs milliseconds' : detail;
  return [
    { ...sandbox, detail },
    { what: 'overlay workspaces', ok: overlays, detail: found, fix: FIX_OVERLAYS, needed: false },
  ];
};

const aboutEngine = async (
  { container }: ProbeOptions,
  environment: Environment,
): Promise<IsolationFinding> => {
  const found = await findEngine(container?.engine, environment, []);
  const image = container?.image === undefined ? 'hydra.toml sets no image' : `image ${container.image}`;
  const detail = found.ok ? `${found.engine.kind} ${found.engine.version} answers, ${image}` : found.reason;
  return { what: 'container engine', ok: found.ok, detail, fix: '', needed: false };
};

type Environment = Readonly<Record<string, string | undefined>>;

const explore = (folder: string, options: ProbeOptions, environment: Environment): Promise<Machine> =>
  exploreMachine({
    ...options,
    repositoryRoot: join(folder, 'repository'),
    gitDir: join(folder, 'repository', '.git'),
    scratchDir: dirname(folder),
    readBlobs: () => Promise.resolve(new Map()),
    reportersDir: folder,
    environment: {},
    host: { environment: { ...environment, HYDRA_PROBE_SECRET: 'secret' }, home: homedir() },
  });

/** For `hydra doctor`: what this machine can isolate, each claim tried and not assumed. */
export const probeIsolation = async (options: ProbeOptions): Promise<readonly IsolationFinding[]> => {
  const { cacheDir } = options;
  await mkdir(cacheDir, { recursive: true });
  const folder = await newScratch(join(cacheDir, 'scratch'));
  const environment = options.host?.environment ?? process.env;
  const reaper = createOrphanReaper();
  try {
    const machine = await explore(folder, { ...options, reaper }, environment);
    const { sandbox } = machine;
    const escapes =
      sandbox.isolation.level === 'degraded' ? [] : await tryToEscape(machine, { folder, cacheDir });
    return [...aboutSandbox(sandbox), await aboutEngine(options, environment), ...escapes];
  } catch (error) {
    if (!(error instanceof InfrastructureError) || error.code !== 'no-sandbox') throw error;
    const { message: detail, hint: fix } = error;
    return [
      { what: 'sandbox', ok: false, detail, fix, needed: true },
      await aboutEngine(options, environment),
    ];
  } finally {
    await reaper.close();
    await removeTree(folder);
  }
};
