import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { JobLimits } from '../../../ports/workspaces.ts';
import type { OtherPlace } from '../../../../core/domain/work/other-place.ts';
import { BLOCK_BYTES, hardMost, KIB } from '../limits/job-limits.ts';
import { foldersOf } from '../host/safe-path.ts';
import { moveIn, type Whereabouts } from './places.ts';

/** The same in every sandbox, so that reports, environments and cached results can be compared. */
export const SANDBOX = {
  report: '/hydra/report',
  reporters: '/hydra/reporters',
  temporary: '/tmp',
} as const;

/** As root and without dropped capabilities a sandbox was escaped by a remount: none of these is optional. */
const NAMESPACES = [
  '--unshare-user --uid 1000 --gid 1000 --cap-drop ALL --disable-userns',
  '--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try',
  '--new-session --die-with-parent --as-pid-1 --json-status-fd 3',
].flatMap((flags) => flags.split(' '));

const GIB = 1024 ** 3;
/** Memory that a new /tmp may use: a quarter of the machine's, but at least 1 GiB. */
export const TEMPORARY_BYTES = Math.max(GIB, Math.floor(totalmem() / 4));

/**
 * The first process of the sandbox: sets limits, waits only for the command and ends; the kernel then
 * kills everything else in the namespace before the end is visible outside.
 */
const FIRST_PROCESS = `{
ulimit -c 0
ulimit -n "$2"
ulimit -d "$3"
ulimit -u "$4" || ulimit -p "$4"
ulimit -f "$5"
} 2>/dev/null
/bin/sh -c "$1"
exit "$?"`;

/** What bubblewrap runs; shown in the process list, unlike the arguments that go by descriptor. */
export const firstProcess = (
  command: string,
  limits: JobLimits,
  place: OtherPlace | undefined,
  cores: readonly number[] | undefined,
): readonly string[] => {
  const { openFiles, memoryBytes, processes, diskBytes } = limits;
  // Limits for one process or one file; the sum is watched from outside.
  const most = [openFiles, memoryBytes / KIB, hardMost(processes), diskBytes / BLOCK_BYTES].map(Math.floor);
  return ['/bin/sh', '-c', moveIn(place, cores) + FIRST_PROCESS, 'sh', command, ...most.map(String)];
};

export type SandboxParts = {
  readonly system: readonly string[];
  readonly surroundings: Whereabouts;
  /** Accounts and host names that replace the usual ones in these surroundings: host file → path in /etc. */
  readonly accounts: readonly (readonly [string, string])[];
  /** A library and the list that names it: host file → path inside. */
  readonly preloaded: readonly (readonly [string, string])[];
  /** Paths that an installation made elsewhere expects for itself and its home. */
  readonly installedAt: Whereabouts | null;
  readonly network: readonly string[];
  /** Host folders, already mounted if they are overlays. */
  readonly tree: string;
  readonly home: string;
  /** Plain files of the tree that cannot be written to. */
  readonly readOnly: readonly string[];
  /** Shown as the home's folder for downloads; null: the home's own. */
  readonly downloads: readonly [source: string, at: string] | null;
  readonly reportDir: string;
  readonly reportersDir: string;
  /** The user's own registry settings: host file → path below the home. */
  readonly settings: readonly (readonly [string, string])[];
  /** Folders of a witness, shown below the home. */
  readonly decoys: readonly (readonly [source: string, at: string])[];
  readonly environment: Readonly<Record<string, string>>;
};

const FRESH =
  `--proc /proc --dev /dev --dir /var/tmp --dir /run --perms 1777 --size ${TEMPORARY_BYTES} --tmpfs /tmp`.split(
    ' ',
  );
/** Root outside can change kernel settings with or without capabilities; bubblewrap leaves these open to root. */
const KERNEL =
  process.getuid?.() === 0
    ? ['sys', 'sysrq-trigger', 'fs', 'acpi', 'scsi', 'mtrr']
        .map((name) => `/proc/${name}`)
        .flatMap((path) => ['--ro-bind-try', path, path])
    : [];

const bind = (how: string, source: string, at: string): readonly string[] => [how, source, at];

/** Later arguments cover earlier ones: the system first, then what is hidden, then what is writable. */
export const sandboxArguments = (parts: SandboxParts): readonly string[] => [
  ...NAMESPACES,
  ...FRESH,
  ...KERNEL,
  '--hostname',
  parts.surroundings.host,
  ...parts.system,
  ...parts.preloaded.flatMap(([source, at]) => bind('--ro-bind', source, at)),
  ...parts.accounts.flatMap(([source, at]) => bind('--ro-bind', source, at)),
  ...parts.network,
  ...[parts.installedAt, parts.surroundings].flatMap((at) =>
    at === null ? [] : [...bind('--bind', parts.home, at.home), ...bind('--bind', parts.tree, at.workspace)],
  ),
  ...foldersOf(parts.readOnly).flatMap((path) =>
    bind('--bind-try', join(parts.tree, path), join(parts.surroundings.workspace, path)),
  ),
  ...parts.readOnly.flatMap((path) =>
    bind('--ro-bind-try', join(parts.tree, path), join(parts.surroundings.workspace, path)),
  ),
  ...(parts.downloads === null ? [] : bind('--bind', ...parts.downloads)),
  ...bind('--bind', parts.reportDir, SANDBOX.report),
  ...bind('--ro-bind', parts.reportersDir, SANDBOX.reporters),
  ...parts.decoys.flatMap(([source, at]) => bind('--bind', source, at)),
  ...parts.settings.flatMap(([source, at]) => bind('--ro-bind', source, at)),
  '--remount-ro',
  '/',
  '--chdir',
  parts.surroundings.workspace,
  '--clearenv',
  ...Object.entries(parts.environment).flatMap(([name, value]) => ['--setenv', name, value]),
];
