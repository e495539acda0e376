import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { throwIfAborted } from '../../../errors/abort-error.ts';
import type { Given, Ran } from '../../../ports/workspaces.ts';
import type { Container } from '../container/container.ts';
import { inContainer } from '../container/in-container.ts';
import type { Host, Programs } from '../host/host.ts';
import { leaveOutCore } from '../launch/fewer-cores.ts';
import { degradedLaunch } from '../launch/degraded-launch.ts';
import { whyNotStarted } from '../launch/ended-by.ts';
import { filesNamedBy, jobEnvironment, networkVariables } from '../launch/job-environment.ts';
import type { OrphanReaper } from '../launch/orphan-reaper.ts';
import { type BareLaunch, runLaunch } from '../launch/run-launch.ts';
import type { LaunchRequest, JobRequest } from '../launch/job-request.ts';
import { firstProcess, SANDBOX, sandboxArguments } from '../launch/sandbox-arguments.ts';
import { dateFiles, type DateLibrary } from '../launch/other-date.ts';
import { surroundingsAt, USUAL } from '../launch/places.ts';
import { sandboxLaunch } from '../launch/sandbox-launch.ts';
import { NPM_DOWNLOADS } from '../launch/share-downloads.ts';
import { accountsOf } from '../launch/support-files.ts';
import { networkView } from '../launch/system-view.ts';
import { makeTracer } from '../launch/trace-programs.ts';
import { callWitness } from '../launch/witness.ts';
import { withUsual } from '../limits/job-limits.ts';
import type { Mount } from '../tree/mount.ts';
import { DOWNLOADS, mountedCommand, newWorkFolders, writeReadOnlyTable } from '../tree/overlay-mount.ts';

/** Everything that all launches on this machine need. */
export type LaunchParts = {
  readonly host: Host;
  readonly programs: Programs;
  readonly otherDate: DateLibrary;
  /** Arguments of bubblewrap that show the machine, read-only. */
  readonly system: readonly string[];
  readonly reportersDir: string;
  /** For jobs without a signal of their own. */
  readonly given: Given;
  /** Our descriptors that no job must get. */
  readonly leaked: readonly number[];
  readonly reaper: OrphanReaper;
  readonly signal: AbortSignal | undefined;
};

/** Runs one job on the mount of its workspace. */
export type RunOnMount = (mount: Mount, request: JobRequest) => Promise<Ran>;

/** How to launch: in a container, by bubblewrap, or without a sandbox. */
export type LaunchMode = Container | 'bubblewrap' | 'none';

type Places = Readonly<Record<'user' | 'home' | 'temporary' | 'report' | 'reporters', string>>;

const environmentOf = ({ host, job, trusted, allowed, place }: LaunchRequest, places: Places) => {
  const network = job.network ? networkVariables(host.environment, trusted) : {};
  const environment = jobEnvironment({
    host: host.environment,
    toolchains: host.toolchains,
    user: places.user,
    home: places.home,
    temporary: places.temporary,
    reportDir: places.report,
    reporters: places.reporters,
    allowed,
    network,
    job: job.env,
    place,
  });
  return { environment, network };
};

const withoutSandbox = (mount: Mount, request: LaunchRequest): BareLaunch => {
  const { environment } = environmentOf(request, {
    user: USUAL.user,
    home: mount.home,
    temporary: join(mount.folder, 'tmp'),
    report: request.job.reportDir,
    reporters: request.reportersDir,
  });
  const { job, limits } = request;
  return degradedLaunch({ command: job.command, tree: mount.tree, environment, limits });
};

const inSandbox = async (
  { programs, system, otherDate }: Pick<LaunchParts, 'programs' | 'system' | 'otherDate'>,
  mount: Mount,
  request: LaunchRequest,
): Promise<BareLaunch> => {
  const { host, job, trusted, turn, limits, reportersDir, place, cores, readOnly = [] } = request;
  const surroundings = surroundingsAt(place);
  const { environment, network } = environmentOf(request, { ...SANDBOX, ...surroundings });
  const trustedSettings = trusted && job.network ? host.settings : [];
  const witness = trusted ? null : await callWitness(join(mount.folder, `witness-${turn}`), job.network);
  const { library } = otherDate;
  const args = sandboxArguments({
    system,
    preloaded: place === 'later' && library !== null ? await dateFiles(mount.folder, library) : [],
    surroundings,
    accounts: place === undefined ? [] : await accountsOf(mount.folder, surroundings),
    installedAt: place !== undefined && mount.homeLowers.length > 0 ? USUAL : null,
    network: await networkView(job.network, filesNamedBy(network)),
    tree: mount.treeView,
    home: mount.homeView,
    downloads:
      mount.downloads === null
        ? null
        : [join(mount.folder, DOWNLOADS.view), join(surroundings.home, NPM_DOWNLOADS)],
    // In an overlay they are mounted already.
    readOnly: mount.overlays ? [] : readOnly,
    reportDir: job.reportDir,
    reportersDir,
    settings: trustedSettings.map(({ source, at }) => [
      source,
      isAbsolute(at) ? at : join(surroundings.home, at),
    ]),
    decoys: (witness?.binds ?? []).map(([source, at]) => [source, join(surroundings.home, at)]),
    environment,
  });
  const sandbox = [
    programs.bubblewrap ?? '',
    '--args',
    '4',
    '--',
    ...firstProcess(job.command, limits, place, cores),
  ];
  if (!mount.overlays) return sandboxLaunch(sandbox, args, mount.folder, witness);
  await newWorkFolders(mount.folder, turn);
  const readOnlyTable = await writeReadOnlyTable(mount.folder, turn, readOnly);
  const mounted = mountedCommand(mount, { turn, readOnlyTable }, programs.shell, sandbox);
  // A setuid bubblewrap would lose its rights when traced; one on an overlay is not setuid.
  const tracer =
    job.traced === true && programs.strace !== null
      ? makeTracer(programs.strace, mount.folder, turn, surroundings)
      : null;
  const program = [...(tracer?.prefix ?? []), programs.unshare ?? '', ...mounted];
  return { ...sandboxLaunch(program, args, mount.folder, witness), tracer };
};

/** A problem of the machine is an outcome, not an exception. */
export const createRunOnMount =
  (parts: LaunchParts, mode: LaunchMode): RunOnMount =>
  async (mount, request) => {
    const { job } = request;
    const { host, reportersDir, leaked, reaper } = parts;
    const signals = [...new Set([parts.signal, job.signal])].filter((signal) => signal !== undefined);
    signals.forEach(throwIfAborted);
    const { environment: allowed, limits: given } = job.given ?? parts.given;
    const limits = withUsual(given);
    const fewer = mode === 'bubblewrap' && request.place !== undefined ? leaveOutCore() : null;
    const full = { ...request, host, reportersDir, allowed, limits, cores: fewer?.cores };
    try {
      await mkdir(job.reportDir, { recursive: true });
      const launch =
        mode === 'none'
          ? withoutSandbox(mount, full)
          : mode === 'bubblewrap'
            ? await inSandbox(parts, mount, full)
            : await inContainer(mode, mount, full);
      await request.onReady?.();
      const folders = [mount.tree, mount.home, job.reportDir];
      return await runLaunch({ ...launch, limits, folders, leaked, reaper, signals }, job);
    } catch (error) {
      signals.forEach(throwIfAborted);
      return { status: 'not-started', reason: whyNotStarted(error) };
    } finally {
      fewer?.release();
    }
  };
