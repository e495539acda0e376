import type { Given, Job, JobLimits } from '../../../ports/workspaces.ts';
import type { Machine } from '../isolation/machine.ts';
import { withUsual } from '../limits/job-limits.ts';

export type RunRequest = {
  readonly job: Job;
  /** Number of this job on its ground. */
  readonly turn: number;
  /** The base's own installation: it may use the user's registries with the user's credentials. */
  readonly trusted: boolean;
};

export const givenTo = ({ options }: Machine, { given }: Job): Given =>
  given ?? { environment: options.environment, limits: options.limits ?? {} };

export const limitsFor = (machine: Machine, job: Job): JobLimits => withUsual(givenTo(machine, job).limits);
