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

/** What an installation says it could not install as listed: one line of JSON each. */
export const readLeftOut = (log: string): readonly NotInstalled[] =>
  log
    .split('\n')
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
