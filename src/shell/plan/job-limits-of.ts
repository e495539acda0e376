import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { JobLimits } from '../ports/workspaces.ts';

const MIB = 1024 ** 2;

/** The limits that the configuration sets. */
export const jobLimitsOf = ({ checks: { limits } }: HydraConfig): Partial<JobLimits> => {
  const { memory_mb, processes, disk_mb, output_mb, open_files } = limits;
  return {
    ...(memory_mb === undefined ? {} : { memoryBytes: memory_mb * MIB }),
    ...(processes === undefined ? {} : { processes }),
    ...(disk_mb === undefined ? {} : { diskBytes: disk_mb * MIB }),
    ...(output_mb === undefined ? {} : { outputBytes: output_mb * MIB }),
    ...(open_files === undefined ? {} : { openFiles: open_files }),
  };
};
