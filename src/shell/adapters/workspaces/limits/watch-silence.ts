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

/** A sign of life is anything printed, or anything added to a report. Time is the job's own. */
export const watchSilence = (reportDir: string, ownMs: () => number): Silence => {
  let [spokeAt, longest] = [ownMs(), 0];
  let before = `0 ${bytesIn(reportDir)}`;
  const silentMs = (): number => {
    // Time that turned out not to be its own is taken back.
    spokeAt = Math.min(spokeAt, ownMs());
    longest = Math.max(longest, ownMs() - spokeAt);
    return ownMs() - spokeAt;
  };
  return {
    listen: (printedBytes) => {
      const silent = silentMs();
      const signs = `${printedBytes} ${bytesIn(reportDir)}`;
      if (signs === before) return silent;
      [spokeAt, before] = [ownMs(), signs];
      return 0;
    },
    longestMs: () => {
      silentMs();
      return longest;
    },
  };
};
