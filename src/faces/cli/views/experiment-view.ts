import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';
import { EXPERIMENT_FORMATS } from '../../../core/report/formats.ts';
import { printReport } from '../console/print-report.ts';
import type { Terminal } from '../console/terminal.ts';

/** A comparison for people, or as JSON. */
export const printExperiment = (terminal: Terminal, record: ExperimentRecord, asJson: boolean): void => {
  printReport(terminal, EXPERIMENT_FORMATS, asJson ? { json: true } : {}, record);
  if (!asJson) terminal.note(terminal.paint.dim(`\nrun ${record.id}`));
};
