import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';
import { toExperimentContract } from '../../../core/report/experiment/experiment-json.ts';
import { experimentLines } from '../../../core/report/experiment/experiment-text.ts';
import type { Terminal } from '../terminal.ts';

/** A comparison for people, or as JSON. */
export const printExperiment = (terminal: Terminal, record: ExperimentRecord, asJson: boolean): void => {
  if (asJson) return terminal.print(JSON.stringify(toExperimentContract(record), null, 2));
  const { columns, paint } = terminal;
  for (const line of experimentLines(record, { columns, paint })) terminal.print(line);
  return terminal.note(paint.dim(`\nrun ${record.id}`));
};
