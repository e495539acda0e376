import type { BenchSummary } from '../../../../core/domain/bench/bench-summary.ts';
import { benchReportText } from '../../../../core/report/bench/run-text.ts';
import type { Terminal } from '../../console/terminal.ts';

export const printSummary = (terminal: Terminal, summary: BenchSummary, out: string): void => {
  for (const line of benchReportText(summary, terminal.paint)) terminal.print(line);
  terminal.print(terminal.paint.dim(`  ${out}/${summary.run_id}`));
};
