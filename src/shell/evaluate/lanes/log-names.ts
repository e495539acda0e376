import type { Check } from '../../../core/domain/check/check.ts';

export const logName = (check: Pick<Check, 'name'>): string => `${check.name}.log`;

/** The log for people and, if a parser reads standard output alone, that beside it. */
export const logNames = (check: Check): readonly string[] => {
  const log = logName(check);
  return check.report.from === 'stdout' ? [log, `${check.name}.stdout`] : [log];
};

/** Reports that are neither the log nor standard output, as they are stored beside it. */
export const reportName = (check: Pick<Check, 'name'>, report: string): string => `${check.name}.${report}`;

/** Whether what a parser read is not stored as a log anyway. */
export const reportsApart = ({ report }: Pick<Check, 'report'>): boolean =>
  report.from === 'report-file' || report.from === 'workspace-files';
