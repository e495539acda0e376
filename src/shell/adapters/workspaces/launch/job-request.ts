import type { OtherPlace } from '../../../../core/domain/work/other-place.ts';
import type { Given, Job, JobLimits } from '../../../ports/workspaces.ts';
import type { Host } from '../host/host.ts';

export type JobRequest = {
  readonly job: Job;
  /** Number of this job on its mount. */
  readonly turn: number;
  /** The base's own installation: it may use the user's registries with the user's credentials. */
  readonly trusted: boolean;
  /** If not the usual surroundings. */
  readonly place?: OtherPlace | undefined;
  /** Plain files of the tree to mount read-only. */
  readonly readOnly?: readonly string[];
  /** Called when the tree is ready for the command. */
  readonly onReady?: () => Promise<void>;
};

/** A request with the machine's additions. */
export type LaunchRequest = JobRequest & {
  readonly host: Host;
  /** Shown to commands as $HYDRA_REPORTERS. */
  readonly reportersDir: string;
  readonly allowed: Given['environment'];
  readonly limits: JobLimits;
  /** Those that it may use; absent: all. */
  readonly cores?: readonly number[] | undefined;
};
