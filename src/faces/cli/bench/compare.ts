import { type Command, Option } from 'commander';
import { compareModels } from '../../../core/decide/bench/compare-models.ts';
import { toComparisonContract } from '../../../core/report/bench/bench-json.ts';
import { comparisonMarkdown } from '../../../core/report/bench/comparison-markdown.ts';
import { comparisonText } from '../../../core/report/bench/comparison-text.ts';
import { openBenchTools } from '../../wiring-bench.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../common-options.ts';
import { storedRuns } from './stored-runs.ts';
import { outOption, type SuiteOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteOptions & {
  readonly out: string;
  readonly format: 'text' | 'markdown';
  readonly json?: true;
};
type Models = readonly [first: string, second: string];

const compare = async ({ terminal }: CommandContext, models: Models, options: Options): Promise<void> => {
  const tasks = await tasksOf(await openBenchTools(), options);
  const { runs } = await storedRuns(terminal, options.out);
  const comparison = compareModels(
    runs.map(({ summary }) => summary),
    new Map(tasks.map(({ id, hash }) => [id, hash])),
    models,
  );
  if (options.json) return terminal.print(JSON.stringify(toComparisonContract(comparison), null, 2));
  if (options.format === 'markdown') return terminal.print(comparisonMarkdown(comparison));
  for (const line of comparisonText(comparison, terminal.paint)) terminal.print(line);
};

export const buildCompare = (context: CommandContext): Command =>
  suiteCommand('compare')
    .description(
      'Two models, paired by task: differences with intervals, exact p values, and how strong the evidence is.',
    )
    .argument('<first>', 'a model as it was run')
    .argument('<second>', 'another one')
    .addOption(
      new Option('--format <format>', 'how to write it').choices(['text', 'markdown']).default('text'),
    )
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench compare mock:synthetic mock:wasteful'))
    .action((first: string, second: string, options: Options) => compare(context, [first, second], options));
