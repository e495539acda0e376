import type { SandboxPolicy } from '../../../../core/domain/policy/sandbox-policy.ts';
import type { Isolation, JobLimits } from '../../../ports/workspaces.ts';
import type { Container, ContainerChoice } from '../container/container.ts';
import type { HostPlaces } from '../host/find-secrets.ts';
import type { Host, Programs } from '../host/host.ts';
import type { OrphanReaper } from '../launch/orphan-reaper.ts';
import type { ReadBlobs } from '../tree/apply-changes.ts';
import type { CleanGit } from '../tree/clean-git.ts';
import type { RunOnMount } from './run-on-mount.ts';

/** Which isolation to use; by default the best that works. */
export type IsolationRequest = {
  /** `copies`: without overlays. `bubblewrap` and `container`: exactly that, or an error. */
  readonly isolation?: SandboxPolicy['mode'] | 'copies';
  readonly container?: ContainerChoice;
  /** Without overlays, whatever the sandbox: trees that can be changed from outside. */
  readonly copies?: boolean;
};

export type WorkspacesOptions = HostPlaces &
  IsolationRequest & {
    readonly readBlobs: ReadBlobs;
    /** Folder of reporters that commands see as $HYDRA_REPORTERS. */
    readonly reportersDir: string;
    /** Variables that the policy lets through, with their values. */
    readonly environment: Readonly<Record<string, string>>;
    /** Folder that keeps a plain copy of every disposed workspace. */
    readonly keepDir?: string;
    /** The run whose workspaces may be frozen. */
    readonly run?: string;
    /** Aborted: jobs are killed, and none starts. What is frozen stays, so that the run can be resumed. */
    readonly signal?: AbortSignal;
    /** Shared by everything that this process runs; absent: a separate one. */
    readonly reaper?: OrphanReaper;
    /** Those that differ from the defaults; a job that uses more is killed. */
    readonly limits?: Partial<JobLimits>;
  };

/** How commands are kept apart from the machine. */
export type Sandbox = {
  readonly isolation: Isolation;
  readonly overlays: boolean;
  /** Null unless commands run in containers. */
  readonly container: Container | null;
};

/** What this machine can do, found out once. */
export type Machine = {
  readonly host: Host;
  readonly programs: Programs;
  readonly git: CleanGit;
  readonly scratchDir: string;
  readonly sandbox: Sandbox;
  readonly run: RunOnMount;
};
