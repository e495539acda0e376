import { Command } from 'commander';
import { BENCH_RUN_FORMATS } from '../../../../core/report/formats.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { formatOption, printReport } from '../../console/print-report.ts';
import { findBenchRun } from '../../../../shell/bench/stored-bench-runs.ts';
import { storedRuns } from './stored-runs.ts';
import { outOption } from './suite-options.ts';

type Options = { readonly out: string; readonly format: string; readonly json?: true };

const report = async (
  { terminal }: CommandContext,
  asked: string | undefined,
  options: Options,
): Promise<void> => {
  const { summary } = findBenchRun((await storedRuns(terminal, options.out)).runs, asked);
  if (options.json) return terminal.print(JSON.stringify(summary, null, 2));
  printReport(terminal, BENCH_RUN_FORMATS, { format: options.format }, summary);
};

export const buildReport = (context: CommandContext): Command =>
  new Command('report')
    .description('Show one stored run: five metrics, the reason for every null, usage, cost, failed tests.')
    .argument('[run]', 'its id or a unique prefix of it (default: the newest)')
    .addOption(formatOption(BENCH_RUN_FORMATS).default('text'))
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench report', 'hydra bench report 01M7 --format markdown'))
    .action((asked: string | undefined, options: Options) => report(context, asked, options));
