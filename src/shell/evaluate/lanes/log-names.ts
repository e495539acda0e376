import type { Check } from '../../../core/domain/check/check.ts';

export const logName = (check: Pick<Check, 'name'>): string => `${check.name}.log`;

/** The log and, if a parser reads standard output alone, a file with standard output. */
export const logNames = (check: Check): readonly string[] => {
  const log = logName(check);
  return check.report.from === 'stdout' ? [log, `${check.name}.stdout`] : [log];
};

/** The name under which a report other than the log and standard output is stored. */
export const reportName = (check: Pick<Check, 'name'>, report: string): string => `${check.name}.${report}`;

/** Whether a parser reads something that is not already stored as a log. */
export const reportsApart = ({ report }: Pick<Check, 'report'>): boolean =>
  report.from === 'report-file' || report.from === 'workspace-files';
