import type { SandboxPolicy } from '../../../../core/domain/policy/sandbox-policy.ts';
import type { Isolation, JobLimits } from '../../../ports/workspaces.ts';
import type { ReadBlobs } from '../tree/apply-changes.ts';
import type { CleanGit } from '../tree/clean-git.ts';
import type { Container } from '../container/container.ts';
import type { OrphanReaper } from '../launch/orphan-reaper.ts';
import type { Toolchains } from '../host/find-toolchains.ts';
import type { RegistryFile } from '../host/registry-settings.ts';

/** What containers are made of, where there are any. */
export type ContainerChoice = Pick<SandboxPolicy, 'engine' | 'image' | 'pull'>;

export type WorkspacesOptions = {
  readonly repositoryRoot: string;
  /** The repository's common git directory. */
  readonly gitDir: string;
  /** Shared by every run on the repository; what appears in it appears whole. */
  readonly cacheDir: string;
  readonly readBlobs: ReadBlobs;
  /** Folder of reporters that commands see as $HYDRA_REPORTERS. */
  readonly reportersDir: string;
  /** Variables that the policy lets through, with their values. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where workspaces live while they are used; must be able to carry overlays. */
  readonly scratchDir?: string;
  /** Folder that keeps a plain copy of every disposed workspace. */
  readonly keepDir?: string;
  /** The run whose workspaces may be frozen. */
  readonly run?: string;
  /** Aborted: jobs are killed, and none starts. What is frozen stays, so that the run can be resumed. */
  readonly signal?: AbortSignal;
  /** Shared by everything that this process runs; one of its own if absent. */
  readonly reaper?: OrphanReaper;
  /** Where they differ from the usual ones; a job that takes more is killed. */
  readonly limits?: Partial<JobLimits>;
  /** `copies` does without overlays; `bubblewrap` and `container` are that or an error. */
  readonly isolation?: SandboxPolicy['mode'] | 'copies';
  readonly container?: ContainerChoice;
  /** Without overlays, whatever the sandbox: trees that can be changed from outside. */
  readonly copies?: boolean;
  /** The user's environment and home, for toolchains and registries. */
  readonly host?: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly home: string;
  };
};

export type Programs = {
  readonly shell: string;
  readonly bubblewrap: string | null;
  readonly unshare: string | null;
};

/** What this machine can do, found out once, and what of it sandboxes see. */
export type Machine = {
  readonly options: WorkspacesOptions;
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  readonly scratchDir: string;
  /** The user's. */
  readonly home: string;
  readonly isolation: Isolation;
  /** Commands see their own file system, by bubblewrap or in a container. */
  readonly sandboxed: boolean;
  /** Where commands run in containers; null: bubblewrap, or in the open. */
  readonly container: Container | null;
  readonly overlays: boolean;
  readonly programs: Programs;
  readonly git: CleanGit;
  readonly toolchains: Toolchains;
  readonly settings: readonly RegistryFile[];
  readonly support: string;
  readonly system: readonly string[];
  readonly leaked: readonly number[];
  readonly reaper: OrphanReaper;
};
