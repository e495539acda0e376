import { classifyPath } from '../../../core/analyse/paths/classify-path.ts';

/** Limits are in bytes and files, so that two machines analyse the same files. */
const MAX_SIDE_BYTES = 1_000_000;
const MAX_PARSED_SIDE_BYTES = 256_000;
const MAX_FILES = 400;
const MAX_TOTAL_BYTES = 20_000_000;
const MAX_PARSED_TOTAL_BYTES = 6_000_000;
/** Once this many files have hung or crashed their analyser, the rest of the diff is not tried. */
const MAX_GIVEN_UP = 2;

export type DiffBudget = {
  /** Null: may be read and compared line by line; otherwise why not. */
  forLines(oldBytes: number, newBytes: number): string | null;
  /** The same for formatters and parsers. */
  forParsing(path: string, oldBytes: number, newBytes: number): string | null;
  noteGivenUp(): void;
};

/** The cost limit of one diff, spent file by file in path order. */
export const createDiffBudget = (): DiffBudget => {
  let [files, bytes, parsedBytes, givenUp] = [0, 0, 0, 0];
  return {
    forLines(oldBytes, newBytes) {
      if (Math.max(oldBytes, newBytes) > MAX_SIDE_BYTES) return `larger than ${MAX_SIDE_BYTES} bytes`;
      files += 1;
      bytes += oldBytes + newBytes;
      if (files > MAX_FILES) return `beyond the first ${MAX_FILES} files of the diff`;
      return bytes > MAX_TOTAL_BYTES ? `beyond the first ${MAX_TOTAL_BYTES} bytes of the diff` : null;
    },
    forParsing(path, oldBytes, newBytes) {
      if (classifyPath(path) === 'lockfile') return 'a lockfile';
      if (Math.max(oldBytes, newBytes) > MAX_PARSED_SIDE_BYTES)
        return `larger than ${MAX_PARSED_SIDE_BYTES} bytes`;
      if (givenUp >= MAX_GIVEN_UP) return `${givenUp} other files of the diff exhausted their analyser`;
      parsedBytes += oldBytes + newBytes;
      return parsedBytes > MAX_PARSED_TOTAL_BYTES
        ? `beyond the first ${MAX_PARSED_TOTAL_BYTES} bytes of the diff`
        : null;
    },
    noteGivenUp() {
      givenUp += 1;
    },
  };
};
