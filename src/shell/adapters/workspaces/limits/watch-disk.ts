import { statfs } from 'node:fs/promises';
import { runTool } from '../host/run-tool.ts';

/** Measuring a tree takes long: the pause before the next measurement. */
const MEASURE_EVERY_MS = 1000;
const MEASURE_TIMEOUT_MS = 60_000;

const freeBytes = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

/** Blocks in use; null if they cannot be measured. */
const usedBytes = async (folders: readonly string[]): Promise<number | null> => {
  // `du` complains about files that vanish meanwhile, but still counts the rest.
  const { stdout } = await runTool('du', ['-skc', '--', ...folders], { timeoutMs: MEASURE_TIMEOUT_MS });
  const total = /^(\d+)\ttotal$/m.exec(stdout.toString('latin1'))?.[1];
  return total === undefined ? null : Number(total) * 1024;
};

/** Free space is sampled constantly; the job's own use only after a large drop. A fuller disk allows less. */
export const watchDisk = (
  folders: readonly string[],
  mostBytes: number,
  onTooMuch: (maxBytes: number) => void,
): (() => Promise<void>) => {
  const [place] = folders;
  const before = place === undefined ? Promise.resolve(null) : freeBytes(place);
  let busy = false;
  let measuredAtMs = 0;
  return async () => {
    if (busy || place === undefined || performance.now() - measuredAtMs < MEASURE_EVERY_MS) return;
    busy = true;
    try {
      const [then, now] = await Promise.all([before, freeBytes(place)]);
      if (then === null || now === null) return;
      const maxBytes = Math.min(mostBytes, Math.floor(then / 2));
      if (then - now <= maxBytes) return;
      const used = await usedBytes(folders);
      measuredAtMs = performance.now();
      if (used !== null && used > maxBytes) onTooMuch(maxBytes);
    } finally {
      busy = false;
    }
  };
};
