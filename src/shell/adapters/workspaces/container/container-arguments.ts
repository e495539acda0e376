import type { Container } from './container.ts';
import { type ContainerCommand, containerProcess } from './container-process.ts';
import { hardMost } from '../limits/job-limits.ts';
import { TEMPORARY_BYTES } from '../launch/sandbox-arguments.ts';
import { CONTAINER } from './container-surroundings.ts';

/** Marks every container that we start, so that leftovers can be found. */
export const CONTAINER_LABEL = 'hydra.job';

/** Host path, path inside. */
export type ContainerMount = readonly [source: string, target: string];

export type ContainerParts = ContainerCommand & {
  readonly name: string;
  readonly container: Container;
  readonly network: boolean;
  /** File of a filter of system calls; null: the engine's own. */
  readonly seccompFile: string | null;
  readonly writable: readonly ContainerMount[];
  readonly readable: readonly ContainerMount[];
  readonly timeoutMs: number;
};

const FIXED = [
  '--rm --interactive --pull never --read-only --cap-drop ALL --security-opt no-new-privileges',
  `--hostname ${CONTAINER.host} --log-driver none --workdir ${CONTAINER.workspace} --entrypoint /bin/sh`,
].flatMap((flags) => flags.split(' '));
const TEMPORARY = `${CONTAINER.temporary}:rw,exec,nosuid,nodev,mode=1777,size=${TEMPORARY_BYTES}`;
/** Above the limit of any command; by default podman asks for more than some machines allow. */
const USER_PROCESSES = 32_768;
const GRACE_SECONDS = 30;

const flag = (name: string, value: string): readonly string[] => [name, value];

/** Engines read these as a line of quoted comma-separated values, so any path is possible. */
const field = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const mount = ([source, target]: ContainerMount, readonly: boolean): readonly string[] => {
  const fields = ['type=bind', `source=${source}`, `target=${target}`, ...(readonly ? ['readonly'] : [])];
  return ['--mount', fields.map(field).join(',')];
};

/** Options only podman understands. Its timeout ends a container that nothing else ends. */
const podmanOnly = ({ container, limits, timeoutMs }: ContainerParts): readonly string[] => {
  const files = Math.min(limits.openFiles, container.most.openFiles);
  const processes = Math.min(USER_PROCESSES, container.most.processes);
  return [
    '--read-only-tmpfs=false',
    ...flag('--ulimit', `nofile=${files}:${files}`),
    ...flag('--ulimit', `nproc=${processes}:${processes}`),
    ...flag('--timeout', String(Math.ceil(timeoutMs / 1000) + GRACE_SECONDS)),
    ...(container.engine.rootless ? ['--userns', 'keep-id'] : []),
  ];
};

/** Everything after the engine's name for one command. */
export const containerArguments = (parts: ContainerParts): readonly string[] => {
  const { container, limits } = parts;
  const { uid, gid } = container.user;
  const { bounds, kind } = container.engine;
  return [
    'run',
    ...FIXED,
    ...flag('--name', parts.name),
    ...flag('--label', `${CONTAINER_LABEL}=${parts.name}`),
    ...(parts.network ? [] : ['--network', 'none']),
    ...(parts.seccompFile === null ? [] : ['--security-opt', `seccomp=${parts.seccompFile}`]),
    ...flag('--tmpfs', TEMPORARY),
    ...flag('--user', `${uid}:${gid}`),
    ...(bounds.processes ? ['--pids-limit', String(hardMost(limits.processes))] : []),
    ...(bounds.memory
      ? ['--memory', String(limits.memoryBytes), '--memory-swap', String(limits.memoryBytes)]
      : []),
    ...(kind === 'podman' ? podmanOnly(parts) : []),
    ...parts.writable.flatMap((one) => mount(one, false)),
    ...parts.readable.flatMap((one) => mount(one, true)),
    container.imageId,
    ...containerProcess(parts),
  ];
};
