import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { TotalRule } from '../../../../core/domain/bench/benchmark-policy.ts';
import { valueOrNull } from '../../../../core/domain/measured.ts';
import { toLeaderboardContract } from '../../../../core/report/bench/bench-json.ts';
import { costPlotSvg } from '../../../../core/report/bench/cost-plot-svg.ts';
import { LEADERBOARD_FORMATS } from '../../../../core/report/formats.ts';
import { rankModels } from '../../../../shell/bench/stored-bench-runs.ts';
import { openBenchTools, readBenchConfig } from '../../../wiring/wiring-bench.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { formatOption, printReport } from '../../console/print-report.ts';
import { storedRuns } from './stored-runs.ts';
import { outOption, type SuiteCommandOptions, suiteCommand, tasksOf, totalOption } from './suite-options.ts';

type Options = SuiteCommandOptions & {
  readonly out: string;
  readonly format: string;
  readonly svg?: string;
  readonly total?: TotalRule;
  readonly config?: string;
  readonly json?: true;
};

const leaderboard = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const bench = await openBenchTools(session);
  const tasks = await tasksOf(bench, options);
  const { runs } = await storedRuns(terminal, options.out);
  const { benchmark } = await readBenchConfig(bench.reader.files, options.config);
  const { board, agreement } = rankModels(tasks, runs, options.total ?? benchmark.total);
  if (options.svg !== undefined) {
    writeFileSync(options.svg, costPlotSvg(board));
    terminal.note(`The plot is in ${options.svg}`);
  }
  if (options.json) {
    const judges = { alpha: valueOrNull(agreement), reason: agreement.known ? null : agreement.reason };
    return terminal.print(JSON.stringify({ ...toLeaderboardContract(board), judges }, null, 2));
  }
  printReport(terminal, LEADERBOARD_FORMATS, { format: options.format }, { board, agreement });
};

export const buildLeaderboard = (context: CommandContext): Command =>
  suiteCommand('leaderboard')
    .description(
      'Rank models: mean and 95 % interval clustered by task, pass@k and pass^k, cost and time per solved task, success against cost.',
    )
    .addOption(formatOption(LEADERBOARD_FORMATS).default('text'))
    .addOption(totalOption())
    .option('--config <file>', 'use this file instead of the nearest hydra.toml')
    .option('--svg <file>', 'write the plot of success against cost')
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('hydra bench leaderboard', 'hydra bench leaderboard --format markdown --svg plot.svg'),
    )
    .action((options: Options) => leaderboard(context, options));
