import { randomBytes } from 'node:crypto';
import { realpath, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Container } from './container.ts';
import { containerArguments, type ContainerMount } from './container-arguments.ts';
import { containerLaunch } from './container-launch.ts';
import { containerInput } from './container-process.ts';
import type { Mount } from '../tree/mount.ts';
import { filesNamedBy, jobEnvironment, networkVariables } from '../launch/job-environment.ts';
import { ownerMark } from '../host/owner-mark.ts';
import { foldersOf } from '../host/safe-path.ts';
import type { BareLaunch } from '../launch/run-launch.ts';
import type { LaunchRequest } from '../launch/job-request.ts';
import { runTool } from '../host/run-tool.ts';
import { CONTAINER } from './container-surroundings.ts';

/** The image has its own tools: none of the host's are on its path. */
const NO_TOOLCHAINS = {
  folders: [],
  links: {},
  partly: [],
  crowded: [],
  leftOut: [],
  path: [],
  variables: {},
};

const variablesFor = ({ host, job, trusted, allowed, place }: LaunchRequest) => {
  const network = job.network ? networkVariables(host.environment, trusted) : {};
  const { TZ } = host.environment;
  const { PATH, ...environment } = jobEnvironment({
    host: TZ === undefined ? {} : { TZ },
    toolchains: NO_TOOLCHAINS,
    user: CONTAINER.user,
    home: CONTAINER.home,
    temporary: CONTAINER.temporary,
    reportDir: CONTAINER.report,
    reporters: CONTAINER.reporters,
    allowed,
    network,
    job: job.env,
    place,
  });
  const named = PATH !== undefined && ('PATH' in job.env || 'PATH' in allowed);
  return { network, environment: named ? { ...environment, PATH } : environment };
};

/** Files that commands create already belong to their user; ours change owner once. */
const handedOver = new WeakSet<Mount>();

/** As root, make the container's user the owner of the copy; links are not followed. */
const handOver = async ({ user }: Container, mount: Mount, reportDir: string): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  const copies = handedOver.has(mount) ? [] : [mount.tree, mount.home];
  const owner = `${user.uid}:${user.gid}`;
  const given = await runTool('chown', ['-R', '-h', '-P', owner, '--', ...copies, reportDir]);
  if (!given.ok) throw new Error(`a workspace could not be handed to its container: ${given.problem}`);
  handedOver.add(mount);
};

/** Gives the user a name inside, since programs look it up. */
const writeAccounts = async (folder: string, { user }: Container): Promise<readonly ContainerMount[]> => {
  const { uid, gid } = user;
  const texts = {
    passwd: `${CONTAINER.user}:x:${uid}:${gid}:Hydra:${CONTAINER.home}:/bin/sh\n`,
    group: `${CONTAINER.user}:x:${gid}:\n`,
  };
  return Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const path = join(folder, name);
      await writeFile(path, text, { mode: 0o644 });
      return [path, `/etc/${name}`] as const;
    }),
  );
};

const writeFilter = async (folder: string, { seccomp }: Container): Promise<string | null> => {
  if (seccomp === null) return null;
  const path = join(folder, 'seccomp.json');
  await writeFile(path, seccomp);
  return path;
};

const existing = async (paths: readonly string[]): Promise<readonly ContainerMount[]> => {
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat().map((path) => [path, path]);
};

/** Files and folders that are not links: a link would lead the engine elsewhere. */
const inPlace = async (tree: string, paths: readonly string[]): Promise<readonly ContainerMount[]> => {
  const root = await realpath(tree);
  const found = await Promise.all(
    paths.map(async (path): Promise<readonly ContainerMount[]> => {
      const at = join(root, path);
      const real = await realpath(at).catch(() => null);
      return real === at ? [[at, `${CONTAINER.workspace}/${path}`]] : [];
    }),
  );
  return found.flat();
};

/** A command in its own container, on its own copy. */
export const inContainer = async (
  container: Container,
  mount: Mount,
  request: LaunchRequest,
): Promise<BareLaunch> => {
  const { job, trusted, limits, reportersDir, readOnly = [] } = request;
  const { settings, support } = request.host;
  const { environment, network } = variablesFor(request);
  const name = `hydra-${ownerMark}-${randomBytes(8).toString('hex')}`;
  await handOver(container, mount, job.reportDir);
  const system = settings.flatMap(({ source, at }): readonly ContainerMount[] =>
    isAbsolute(at) ? [[trusted && job.network ? source : join(support, at), at]] : [],
  );
  const args = containerArguments({
    name,
    container,
    network: job.network,
    seccompFile: await writeFilter(mount.folder, container),
    writable: [
      [mount.tree, CONTAINER.workspace],
      ...(await inPlace(mount.tree, foldersOf(readOnly))),
      [mount.home, CONTAINER.home],
      [job.reportDir, CONTAINER.report],
    ],
    readable: [
      [reportersDir, CONTAINER.reporters],
      ...(await writeAccounts(mount.folder, container)),
      ...system,
      ...(await existing(filesNamedBy(network))),
      ...(await inPlace(mount.tree, readOnly)),
    ],
    command: job.command,
    limits,
    joined: job.stdoutFile === job.stderrFile,
    timeoutMs: job.timeoutMs,
  });
  const { engine } = container;
  return containerLaunch({
    engine,
    name,
    args,
    input: containerInput(environment),
    limits,
    cwd: mount.folder,
  });
};
