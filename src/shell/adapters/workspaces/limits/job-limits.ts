import { totalmem } from 'node:os';
import type { Given, JobLimits } from '../../../ports/workspaces.ts';

export const KIB = 1024;
/** The unit of `ulimit -f`. */
export const BLOCK_BYTES = 512;
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** High enough for honest builds, low enough that one candidate does not take over the machine. */
export const usualLimits = (): JobLimits => ({
  memoryBytes: Math.max(2 * GIB, Math.floor(totalmem() / 2)),
  processes: 4096,
  diskBytes: 10 * GIB,
  outputBytes: 256 * MIB,
  openFiles: 65_536,
});

/** The kernel refuses only above the limit, so that exceeding the limit is noticed and reported. */
export const hardMost = (processes: number): number => Math.ceil(processes * 1.5);

export const withUsual = (given: Given['limits'] = {}): JobLimits => {
  const usual = usualLimits();
  return {
    memoryBytes: given.memoryBytes ?? usual.memoryBytes,
    processes: given.processes ?? usual.processes,
    diskBytes: given.diskBytes ?? usual.diskBytes,
    outputBytes: given.outputBytes ?? usual.outputBytes,
    openFiles: given.openFiles ?? usual.openFiles,
  };
};
