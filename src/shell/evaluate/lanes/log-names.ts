import type { Check } from '../../../core/domain/check/check.ts';

export const logName = (check: Pick<Check, 'name'>): string => `${check.name}.log`;

/** The log for people and, if a parser reads standard output alone, that beside it. */
export const logNames = (check: Check): readonly string[] => {
  const log = logName(check);
  return check.report.from === 'stdout' ? [log, `${check.name}.stdout`] : [log];
};
