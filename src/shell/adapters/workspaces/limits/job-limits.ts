import { totalmem } from 'node:os';
import type { Given, JobLimits } from '../../../ports/workspaces.ts';

export const KIB = 1024;
/** `ulimit -f` counts in these. */
export const BLOCK_BYTES = 512;
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Wide enough for honest builds, narrow enough that one candidate does not take the machine. */
export const usualLimits = (): JobLimits => ({
  memoryBytes: Math.max(2 * GIB, Math.floor(totalmem() / 2)),
  processes: 4096,
  diskBytes: 10 * GIB,
  outputBytes: 256 * MIB,
  openFiles: 65_536,
});

/** Where the kernel refuses: above the limit, so that exceeding it is noticed and reported. */
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
