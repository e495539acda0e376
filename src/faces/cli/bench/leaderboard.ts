import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { valueOrNull } from '../../../core/domain/measured.ts';
import { toLeaderboardContract } from '../../../core/report/bench/bench-json.ts';
import { costPlotSvg } from '../../../core/report/bench/cost-plot-svg.ts';
import { leaderboardMarkdown } from '../../../core/report/bench/leaderboard-markdown.ts';
import { leaderboardLines } from '../../../core/report/bench/leaderboard-text.ts';
import { rankModels } from '../../../shell/bench/stored-bench-runs.ts';
import { openBenchTools } from '../../wiring/wiring-bench.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../common-options.ts';
import { storedRuns } from './stored-runs.ts';
import { outOption, type SuiteOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteOptions & {
  readonly out: string;
  readonly format: 'text' | 'markdown';
  readonly svg?: string;
  readonly json?: true;
};

const leaderboard = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const tasks = await tasksOf(await openBenchTools(session), options);
  const { runs } = await storedRuns(terminal, options.out);
  const { board, agreement } = rankModels(tasks, runs);
  if (options.svg !== undefined) {
    writeFileSync(options.svg, costPlotSvg(board));
    terminal.note(`The plot is in ${options.svg}`);
  }
  if (options.json) {
    const judges = { alpha: valueOrNull(agreement), reason: agreement.known ? null : agreement.reason };
    return terminal.print(JSON.stringify({ ...toLeaderboardContract(board), judges }, null, 2));
  }
  if (options.format === 'markdown') return terminal.print(leaderboardMarkdown(board));
  const { columns, paint } = terminal;
  for (const line of leaderboardLines(board, { columns, paint })) terminal.print(line);
  terminal.print(
    `\nAgreement of the judges (Krippendorff's alpha): ${agreement.known ? agreement.value.toFixed(2) : `– (${agreement.reason})`}`,
  );
};

export const buildLeaderboard = (context: CommandContext): Command =>
  suiteCommand('leaderboard')
    .description(
      'Rank models: mean and 95 % interval clustered by task, pass@k and pass^k, cost and time per solved task, success against cost.',
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'markdown']).default('text'))
    .option('--svg <file>', 'write a plot of success against cost')
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('hydra bench leaderboard', 'hydra bench leaderboard --format markdown --svg plot.svg'),
    )
    .action((options: Options) => leaderboard(context, options));
