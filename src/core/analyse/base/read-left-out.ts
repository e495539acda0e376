import { NotInstalled } from '../../domain/evidence/base-health.ts';

const MARK = 'hydra-left-out: ';
const MOST = 200;
const LONGEST = 300;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line.slice(MARK.length));
  } catch {
    return null;
  }
};

/** Packages of another day were tried (reporters/hydra_dated.py), and removed again if they were no better. */
const TRIED_OTHERS = 'hydra-dated: ';
const REMOVED_OTHERS = 'hydra-not-dated: ';

/** The lines about the packages that are there in the end. */
const linesOfLast = (log: string): readonly string[] => {
  const lines = log.split('\n');
  const tried = lines.findIndex((line) => line.startsWith(TRIED_OTHERS));
  if (tried < 0) return lines;
  const removed = lines.findIndex((line) => line.startsWith(REMOVED_OTHERS));
  return removed < 0 ? lines.slice(tried) : [...lines.slice(0, tried), ...lines.slice(removed)];
};

/** What an installation says it could not install as listed: one line of JSON each. */
export const readLeftOut = (log: string): readonly NotInstalled[] =>
  linesOfLast(log)
    .filter((line) => line.startsWith(MARK))
    .slice(0, MOST)
    .flatMap((line) => {
      const read = NotInstalled.safeParse(parsed(line));
      if (!read.success) return [];
      const { requirement, from, reason, instead } = read.data;
      const short = (text: string): string => text.slice(0, LONGEST);
      return [
        {
          requirement: short(requirement),
          from: short(from),
          reason: short(reason),
          instead: instead === null ? null : short(instead),
        },
      ];
    });
