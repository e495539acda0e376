import type { Job } from '../../../ports/workspaces.ts';

export type RunRequest = {
  readonly job: Job;
  /** Number of this job on its ground. */
  readonly turn: number;
  /** The base's own installation: it may use the user's registries with the user's credentials. */
  readonly trusted: boolean;
};
