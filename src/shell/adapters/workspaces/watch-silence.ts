import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes in the files of a folder; reports grow there while tests run. */
const bytesIn = (folder: string): number => {
  let bytes = 0;
  try {
    for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
  } catch {
    // Removed while we looked: that is a sign of life as well.
    return -1;
  }
  return bytes;
};

export type Silence = {
  /** Takes what was printed so far, and answers how long there has been no sign of life. */
  readonly listen: (printedBytes: number) => number;
  /** The longest silence so far. */
  readonly longestMs: () => number;
};

/** A machine that slept, or stopped us, between two looks has not let the job speak either. */
const MOST_PER_LOOK_MS = 1000;

/** A sign of life is anything printed, or anything added to a report. */
export const watchSilence = (reportDir: string, now: () => number = () => performance.now()): Silence => {
  let [lookedAt, silent, longest] = [now(), 0, 0];
  let before = `0 ${bytesIn(reportDir)}`;
  const pass = (): void => {
    silent += Math.min(MOST_PER_LOOK_MS, now() - lookedAt);
    longest = Math.max(longest, silent);
    lookedAt = now();
  };
  return {
    listen: (printedBytes) => {
      pass();
      const signs = `${printedBytes} ${bytesIn(reportDir)}`;
      if (signs !== before) [silent, before] = [0, signs];
      return silent;
    },
    longestMs: () => {
      pass();
      return longest;
    },
  };
};
