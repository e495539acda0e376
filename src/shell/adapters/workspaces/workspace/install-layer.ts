import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { InstallPlan } from '../../../../core/domain/source/repo-facts.ts';
import type { Given, Ran } from '../../../ports/workspaces.ts';
import { dropTracked } from '../tree/drop-tracked.ts';
import { type Ground, layGround } from '../tree/mount.ts';
import { holdLock } from '../host/hold-lock.ts';
import type { Machine } from '../isolation/machine.ts';
import type { TrackedFile } from '../tree/base-checkout.ts';
import { newFolder, publishFolder, touchFolder } from '../tree/publish-folder.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { runOnGround } from '../isolation/run-on-mount.ts';
import { downloadsFor, keepDownloads } from '../launch/share-downloads.ts';
import { lendSettings } from '../launch/lend-settings.ts';

export type LayerRequest = {
  readonly key: string;
  readonly install: InstallPlan;
  readonly pristine: string;
  readonly tracked: readonly TrackedFile[];
  readonly given: Given | undefined;
};

export type Layer =
  | { readonly ok: true; readonly folder: string; readonly reused: boolean; readonly durationMs: number }
  | { readonly ok: false; readonly reason: string };

const LOG = 'install.log';

const troubleOf = (ran: Ran): string | null => {
  switch (ran.status) {
    case 'exited':
      return ran.exitCode === 0 ? null : `the install command ended with ${ran.exitCode}`;
    case 'timed-out':
      return `the install command did not end within ${ran.timeoutMs} ms`;
    case 'killed':
      return `the install command was killed by ${ran.signal}`;
    case 'not-started':
      return `the install command could not be started: ${ran.reason}`;
  }
};

/** What the plan names of the user's environment reaches the installation, and never a check. */
const variablesFor = ({ hostEnvironment }: Machine, { env, environment }: InstallPlan) => {
  const named = environment.flatMap((name) => {
    const value = hostEnvironment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(named), ...env };
};

const durationOf = (ran: Ran): number => (ran.status === 'not-started' ? 0 : ran.durationMs);

/** What the command wrote becomes a layer: never the repository's .git, nor what the tree itself tracks. */
const freeze = async (ground: Ground, request: LayerRequest, making: string): Promise<void> => {
  await removeTree(join(ground.tree, '.git'));
  if (request.install.scope === 'manifests') await dropTracked(ground.tree, request.tracked);
  await keepDownloads(ground);
  await rename(ground.tree, join(making, 'tree'));
  await rename(ground.home, join(making, 'home'));
};

const install = async (
  machine: Machine,
  request: LayerRequest,
  making: string,
  logFile: string,
): Promise<Ran> => {
  const { command, timeoutMs, network } = request.install;
  const folder = join(making, 'ground');
  await mkdir(folder);
  const ground = await layGround({
    folder,
    overlays: machine.overlays,
    disposable: false,
    treeLowers: [request.pristine],
    homeLowers: [],
    downloads: await downloadsFor(machine, request.install),
  });
  await cp(join(machine.support, 'home'), ground.home, { recursive: true });
  const takeBack = await lendSettings(machine, ground, network);
  const files = { stdoutFile: logFile, stderrFile: logFile, reportDir: join(folder, 'report') };
  const env = variablesFor(machine, request.install);
  const given = request.given === undefined ? {} : { given: request.given };
  const job = { command, env, timeoutMs, network, ...given, ...files };
  const ran = await runOnGround(machine, ground, { job, turn: 0, trusted: true });
  await takeBack();
  if (troubleOf(ran) === null) await freeze(ground, request, making);
  await removeTree(folder);
  return ran;
};

/** Runs the install command once for all who share its key; a failure is told and not remembered. */
const makeLayer = async (machine: Machine, request: LayerRequest, logFile: string): Promise<Layer> => {
  const target = join(machine.options.cacheDir, 'layers', request.key);
  const making = await newFolder(join(machine.options.cacheDir, 'making'), 'layer');
  try {
    const ran = await install(machine, request, making, logFile);
    const reason = troubleOf(ran);
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

/** The layer for a key: found, or made by exactly one of all who ask for it at the same time. */
export const ensureLayer = async (
  machine: Machine,
  request: LayerRequest,
  logFile: string,
): Promise<Layer> => {
  const { cacheDir } = machine.options;
  const target = join(cacheDir, 'layers', request.key);
  await mkdir(dirname(logFile), { recursive: true });
  const found = await findLayer(target, logFile);
  if (found !== null) return found;
  return holdLock(
    join(cacheDir, 'locks', request.key),
    async () => (await findLayer(target, logFile)) ?? (await makeLayer(machine, request, logFile)),
    machine.options.signal,
  );
};
