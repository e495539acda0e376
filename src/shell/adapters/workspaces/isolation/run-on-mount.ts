import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { throwIfAborted } from '../../../errors/abort-error.ts';
import type { Ran } from '../../../ports/workspaces.ts';
import { degradedLaunch } from '../launch/degraded-launch.ts';
import type { Ground } from '../tree/mount.ts';
import { inContainer } from '../container/in-container.ts';
import { filesNamedBy, jobEnvironment, networkVariables } from '../launch/job-environment.ts';
import type { Machine } from './machine.ts';
import { NPM_DOWNLOADS } from '../launch/share-downloads.ts';
import { DOWNLOADS, mountedCommand, newWorkFolders } from '../tree/overlay-mount.ts';
import { type BareLaunch, runLaunch } from '../launch/run-launch.ts';
import { givenTo, limitsFor, type RunRequest } from '../launch/run-request.ts';
import { firstProcess, SANDBOX, sandboxArguments } from '../launch/sandbox-arguments.ts';
import { sandboxLaunch } from '../launch/sandbox-launch.ts';
import { networkView } from '../launch/system-view.ts';
import { whyNotStarted } from '../launch/why-not-started.ts';

type Places = Readonly<Record<'home' | 'temporary' | 'report' | 'reporters', string>>;

const environmentOf = (machine: Machine, { job, trusted }: RunRequest, places: Places) => {
  const network = job.network ? networkVariables(machine.hostEnvironment, trusted) : {};
  const environment = jobEnvironment({
    host: machine.hostEnvironment,
    toolchains: machine.toolchains,
    home: places.home,
    temporary: places.temporary,
    reportDir: places.report,
    reporters: places.reporters,
    allowed: givenTo(machine, job).environment,
    network,
    job: job.env,
  });
  return { environment, network };
};

const inTheOpen = (machine: Machine, ground: Ground, request: RunRequest): BareLaunch => {
  const { environment } = environmentOf(machine, request, {
    home: ground.home,
    temporary: join(ground.folder, 'tmp'),
    report: request.job.reportDir,
    reporters: machine.options.reportersDir,
  });
  const limits = limitsFor(machine, request.job);
  return degradedLaunch({ command: request.job.command, tree: ground.tree, environment, limits });
};

const inSandbox = async (machine: Machine, ground: Ground, request: RunRequest): Promise<BareLaunch> => {
  const { programs, settings, system, options } = machine;
  const { job, trusted, turn } = request;
  const { environment, network } = environmentOf(machine, request, SANDBOX);
  const trustedSettings = trusted && job.network ? settings : [];
  const args = sandboxArguments({
    system,
    network: await networkView(job.network, filesNamedBy(network)),
    tree: ground.treeView,
    home: ground.homeView,
    downloads:
      ground.downloads === null
        ? null
        : [join(ground.folder, DOWNLOADS.view), join(SANDBOX.home, NPM_DOWNLOADS)],
    reportDir: job.reportDir,
    reportersDir: options.reportersDir,
    settings: trustedSettings.map(({ source, at }) => [source, isAbsolute(at) ? at : join(SANDBOX.home, at)]),
    environment,
  });
  const sandbox = [
    programs.bubblewrap ?? '',
    '--args',
    '4',
    '--',
    ...firstProcess(job.command, limitsFor(machine, job)),
  ];
  if (!ground.overlays) return sandboxLaunch(sandbox, args, ground.folder);
  await newWorkFolders(ground.folder, turn);
  const mounted = mountedCommand(ground, turn, programs.shell, sandbox);
  return sandboxLaunch([programs.unshare ?? '', ...mounted], args, ground.folder);
};

const launchFor = async (machine: Machine, ground: Ground, request: RunRequest): Promise<BareLaunch> => {
  if (machine.container !== null) return inContainer(machine, machine.container, ground, request);
  return machine.sandboxed ? inSandbox(machine, ground, request) : inTheOpen(machine, ground, request);
};

/** Runs one job where its workspace lies; trouble with the machine is an outcome, not an exception. */
export const runOnGround = async (machine: Machine, ground: Ground, request: RunRequest): Promise<Ran> => {
  const given = [machine.options.signal, request.job.signal].filter((signal) => signal !== undefined);
  const signals = [...new Set(given)];
  signals.forEach(throwIfAborted);
  try {
    await mkdir(request.job.reportDir, { recursive: true });
    const launch = await launchFor(machine, ground, request);
    const folders = [ground.tree, ground.home, request.job.reportDir];
    const limits = limitsFor(machine, request.job);
    const { leaked, reaper } = machine;
    return await runLaunch({ ...launch, limits, folders, leaked, reaper, signals }, request.job);
  } catch (error) {
    signals.forEach(throwIfAborted);
    return { status: 'not-started', reason: whyNotStarted(error) };
  }
};
