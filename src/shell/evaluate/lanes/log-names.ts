import type { Check } from '../../../core/domain/check/check.ts';

/** A target's name may contain any character; a file's may not. */
export const logStem = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '_');

/** The log for people and, if a parser reads standard output alone, that beside it. */
export const logNames = (check: Check): readonly string[] => {
  const stem = logStem(check.name);
  return check.report.from === 'stdout' ? [`${stem}.log`, `${stem}.stdout`] : [`${stem}.log`];
};
