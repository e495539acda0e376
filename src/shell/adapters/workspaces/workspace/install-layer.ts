import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { compilesFile } from '../../../../core/domain/source/install-scope.ts';
import type { InstallPlan } from '../../../../core/domain/source/repo-facts.ts';
import type { Given, Ran } from '../../../ports/workspaces.ts';
import { dropTracked } from '../tree/drop-tracked.ts';
import { copyAsNew } from '../tree/copy-tree.ts';
import { type Mount, createMount } from '../tree/mount.ts';
import type { Host } from '../host/host.ts';
import { holdLock } from '../host/hold-lock.ts';
import type { Machine } from '../isolation/machine.ts';
import type { TrackedFile } from '../tree/base-checkout.ts';
import { newFolder, publishFolder, touchFolder } from '../tree/publish-folder.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { downloadsToShare, keepDownloads } from '../launch/share-downloads.ts';

/** Raised when layers of older engines must no longer be used. */
const LAYER_FORMAT = 1;

type InstallKeyParts = {
  readonly install: InstallPlan;
  readonly commit: string;
  readonly tracked: readonly TrackedFile[];
  /** Digest of the tools on PATH: another compiler or interpreter installs other files. */
  readonly tools: string;
  /** Layers of overlays differ from those of copies. */
  readonly kind: 'overlay' | 'copy';
};

/** Everything that determines what an installation contains: the same key means the same dependencies. */
export const installKey = ({ install, commit, tracked, tools, kind }: InstallKeyParts): string => {
  const blobs = new Map(tracked.map(({ path, blob }) => [path, blob]));
  const manifests = [...install.manifests].sort().map((path) => [path, blobs.get(path) ?? null]);
  const environment = Object.entries(install.env).sort(([a], [b]) => (a < b ? -1 : 1));
  const takenOver = [...install.environment].sort();
  const compiled = tracked
    .filter(({ path }) => compilesFile(install, path))
    .map(({ path, blob }) => [path, blob])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const scope = install.scope === 'tree' ? commit : 'manifests';
  const parts = [
    LAYER_FORMAT,
    kind,
    scope,
    manifests,
    install.command,
    environment,
    install.network,
    tools,
    takenOver,
    ...(compiled.length === 0 ? [] : [compiled]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};

/** An installation of an empty tree that leaves behind what every project of this kind needs; null: nothing. */
export const warmUpOf = ({ warmUp, ...install }: InstallPlan): InstallPlan | null =>
  warmUp === undefined
    ? null
    : { ...install, command: warmUp, manifests: [], compiles: [], scope: 'manifests', network: false };

/** What installing needs of the machine. */
export type Installing = Pick<Machine, 'host' | 'sandbox' | 'run'> & {
  readonly cacheDir: string;
  readonly signal: AbortSignal | undefined;
};

export type LayerRequest = {
  readonly key: string;
  readonly install: InstallPlan;
  readonly warmUp: Pick<LayerRequest, 'key' | 'install'> | null;
  /** The base's checkout. */
  readonly checkout: string;
  readonly tracked: readonly TrackedFile[];
  readonly given: Given | undefined;
};

export type Layer =
  | { readonly ok: true; readonly folder: string; readonly reused: boolean; readonly durationMs: number }
  | { readonly ok: false; readonly reason: string };

const LOG = 'install.log';

const problemOf = (ran: Ran): string | null => {
  switch (ran.status) {
    case 'exited':
      return ran.exitCode === 0 ? null : `the install command ended with ${ran.exitCode}`;
    case 'timed-out':
      return `the install command did not end within ${ran.timeoutMs / 1000} s (the limit is [scoring.timeouts] install)`;
    case 'killed':
      return `the install command was killed by ${ran.signal}`;
    case 'not-started':
      return `the install command could not be started: ${ran.reason}`;
  }
};

/** The user's variables that the plan lists for the installation never reach a check. */
const variablesFor = (host: Host, { env, environment }: InstallPlan) => {
  const named = environment.flatMap((name) => {
    const value = host.environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(named), ...env };
};

const durationOf = (ran: Ran): number => (ran.status === 'not-started' ? 0 : ran.durationMs);

/** The command's writes become a layer, except the repository's .git and tracked files. */
const freeze = async (mount: Mount, request: LayerRequest, making: string): Promise<void> => {
  await removeTree(join(mount.tree, '.git'));
  if (request.install.scope === 'manifests') await dropTracked(mount.tree, request.tracked);
  await keepDownloads(mount);
  await rename(mount.tree, join(making, 'tree'));
  await rename(mount.home, join(making, 'home'));
};

/**
 * Without bubblewrap to show them, the user's registry settings are copied into the home and replaced afterwards:
 * a container's user may not be able to read them in their original place.
 */
const shareSettings = async (
  { host, sandbox }: Pick<Installing, 'host' | 'sandbox'>,
  { home }: Mount,
  network: boolean,
): Promise<() => Promise<void>> => {
  const shown = sandbox.isolation.level === 'sandboxed' || !network;
  const shared = shown ? [] : host.settings.filter(({ at }) => !isAbsolute(at));
  await Promise.all(shared.map(({ source, at }) => copyFile(source, join(home, at))));
  return async () => {
    await Promise.all(shared.map(({ at }) => copyFile(join(host.support, 'home', at), join(home, at))));
  };
};

/**
 * A copy, so that no repository can change what another one starts from. If warming up fails, the installation compiles
 * everything itself.
 */
const startWarm = async (
  installing: Installing,
  { warmUp, given }: Pick<LayerRequest, 'warmUp' | 'given'>,
  { folder, home }: Mount,
  logFile: string,
): Promise<void> => {
  if (warmUp === null) return;
  const checkout = join(folder, 'empty');
  await mkdir(checkout);
  const request = { ...warmUp, warmUp: null, checkout, tracked: [], given };
  const layer = await ensureLayer(installing, request, logFile);
  if (layer.ok) await copyAsNew(join(layer.folder, 'home'), home);
};

const install = async (
  installing: Installing,
  request: LayerRequest,
  making: string,
  logFile: string,
): Promise<Ran> => {
  const { host, sandbox, run } = installing;
  const { command, timeoutMs, network } = request.install;
  const folder = join(making, 'mount');
  await mkdir(folder);
  const mount = await createMount({
    folder,
    overlays: sandbox.overlays,
    disposable: false,
    treeLowers: [request.checkout],
    homeLowers: [],
    downloads: sandbox.overlays ? await downloadsToShare(host.home, request.install) : null,
  });
  await startWarm(installing, request, mount, logFile);
  await cp(join(host.support, 'home'), mount.home, { recursive: true });
  const takeBack = await shareSettings({ host, sandbox }, mount, network);
  const files = { stdoutFile: logFile, stderrFile: logFile, reportDir: join(folder, 'report') };
  const env = variablesFor(host, request.install);
  const given = request.given === undefined ? {} : { given: request.given };
  const job = { command, env, timeoutMs, network, ...given, ...files };
  const ran = await run(mount, { job, turn: 0, trusted: true });
  await takeBack();
  if (problemOf(ran) === null) await freeze(mount, request, making);
  await removeTree(folder);
  return ran;
};

/** Runs the install command once for everything with its key; a failure is reported and not remembered. */
const makeLayer = async (installing: Installing, request: LayerRequest, logFile: string): Promise<Layer> => {
  const { cacheDir } = installing;
  const target = join(cacheDir, 'layers', request.key);
  const making = await newFolder(join(cacheDir, 'making'), 'layer');
  try {
    const ran = await install(installing, request, making, logFile);
    const reason = problemOf(ran);
    if (reason !== null) return { ok: false, reason };
    const durationMs = durationOf(ran);
    await copyFile(logFile, join(making, LOG));
    await writeFile(join(making, 'layer.json'), JSON.stringify({ durationMs }));
    await publishFolder(making, target);
    return { ok: true, folder: target, reused: false, durationMs };
  } finally {
    await removeTree(making);
  }
};

const findLayer = async (folder: string, logFile: string): Promise<Layer | null> => {
  if (!(await touchFolder(folder))) return null;
  const { durationMs } = JSON.parse(await readFile(join(folder, 'layer.json'), 'utf8')) as {
    durationMs: number;
  };
  await rm(logFile, { force: true });
  await copyFile(join(folder, LOG), logFile);
  return { ok: true, folder, reused: true, durationMs };
};

/** The layer for a key: found, or created by exactly one of the processes that need it at the same time. */
export const ensureLayer = async (
  installing: Installing,
  request: LayerRequest,
  logFile: string,
): Promise<Layer> => {
  const { cacheDir } = installing;
  const target = join(cacheDir, 'layers', request.key);
  await mkdir(dirname(logFile), { recursive: true });
  const found = await findLayer(target, logFile);
  if (found !== null) return found;
  return holdLock(
    join(cacheDir, 'locks', request.key),
    async () => (await findLayer(target, logFile)) ?? (await makeLayer(installing, request, logFile)),
    installing.signal,
  );
};
