import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes in the files of a folder; reports grow there while tests run. */
const bytesIn = (folder: string): number => {
  let bytes = 0;
  try {
    for (const name of readdirSync(folder)) bytes += statSync(join(folder, name)).size;
  } catch {
    // Removed while we read it: that is activity too.
    return -1;
  }
  return bytes;
};

export type Silence = {
  /** Takes the bytes printed so far; returns how long there has been no activity. */
  readonly listen: (printedBytes: number) => number;
  /** The longest silence so far. */
  readonly longestMs: () => number;
};

/** Activity is anything printed or added to a report. Time is the job's own. */
export const watchSilence = (reportDir: string, ownMs: () => number): Silence => {
  let [spokeAt, longest] = [ownMs(), 0];
  let before = `0 ${bytesIn(reportDir)}`;
  const silentMs = (): number => {
    // Time that the machine kept from the job is subtracted later.
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
