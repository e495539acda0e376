import type { Command } from 'commander';
import { toEstimateContract } from '../../../../core/report/bench/bench-json.ts';
import { estimateText } from '../../../../core/report/bench/estimate-text.ts';
import { estimateBench } from '../../../../shell/bench/stored-bench-runs.ts';
import { openBenchStoreAt, openBenchTools } from '../../../wiring/wiring-bench.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption, positiveInteger } from '../../console/common-options.ts';
import { outOption, type SuiteCommandOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteCommandOptions & {
  readonly model: string;
  readonly repeat: number;
  readonly out: string;
  readonly json?: true;
};

const estimate = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const tasks = await tasksOf(await openBenchTools(session), options);
  const planned = { model: options.model, tasks, repeats: options.repeat };
  const expected = await estimateBench(await openBenchStoreAt(options.out), planned);
  if (options.json) return terminal.print(JSON.stringify(toEstimateContract(expected), null, 2));
  for (const line of estimateText(expected, terminal.paint)) terminal.print(line);
};

export const buildEstimate = (context: CommandContext): Command =>
  suiteCommand('estimate')
    .description(
      'Estimate tokens, cost and time of a run from what the model used before; unknown if it never ran.',
    )
    .requiredOption('--model <name>', 'as for `hydra bench run`')
    .option('--repeat <n>', 'number of runs of every task', positiveInteger, 1)
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench estimate --model anthropic:claude-sonnet-4-5 --repeat 5'))
    .action((options: Options) => estimate(context, options));
