import { type Command, Option } from 'commander';
import type { TotalRule } from '../../../../core/domain/bench/benchmark-policy.ts';
import { toComparisonContract } from '../../../../core/report/bench/bench-json.ts';
import { MODEL_COMPARISON_FORMATS } from '../../../../core/report/formats.ts';
import { printableLine } from '../../../../core/report/text/printable.ts';
import type { JudgedPair } from '../../../../shell/bench/judge-pairs.ts';
import { compareStoredModels, type ModelPair } from '../../../../shell/bench/stored-bench-runs.ts';
import { UserError } from '../../../../shell/errors/user-error.ts';
import { openBenchTools, readBenchConfig } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { formatOption, printReport } from '../../console/print-report.ts';
import { storedRuns } from './stored-runs.ts';
import { outOption, type SuiteCommandOptions, suiteCommand, tasksOf, totalOption } from './suite-options.ts';

type Options = SuiteCommandOptions & {
  readonly out: string;
  readonly format: string;
  readonly judgeMode?: 'pairwise';
  readonly judgeModel?: string;
  readonly total?: TotalRule;
  readonly config?: string;
  readonly json?: true;
};

const pairText = (models: ModelPair, { task, repeat, better }: JudgedPair): string => {
  const chosen = { first: models[0], second: models[1], neither: 'neither' } as const;
  const choice = better.known ? chosen[better.value] : `– (${better.reason})`;
  return printableLine(`  ${task}, repeat ${repeat}: ${choice}`);
};

const compare = async (
  { terminal, session }: CommandContext,
  models: ModelPair,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const { judgeMode, judgeModel } = options;
  if ((judgeMode === undefined) !== (judgeModel === undefined))
    throw new UserError('judge-mode', '--judge-mode and --judge-model go together', 'Give both, or none.');
  const bench = await openBenchTools(session, signal);
  const tasks = await tasksOf(bench, options);
  const { store, runs } = await storedRuns(terminal, options.out);
  const { benchmark } = await readBenchConfig(bench.reader.files, options.config);
  const { comparison, pairs } = await compareStoredModels(
    bench,
    store,
    { tasks, runs },
    { models, judgeModel, total: options.total ?? benchmark.total },
  );
  if (options.json) {
    const contract = toComparisonContract(comparison);
    return terminal.print(JSON.stringify(pairs === null ? contract : { ...contract, pairs }, null, 2));
  }
  printReport(terminal, MODEL_COMPARISON_FORMATS, { format: options.format }, comparison);
  if (pairs === null) return;
  terminal.print(`\nClose calls, preferred by judges in both orders: ${pairs.length}`);
  for (const pair of pairs) terminal.print(pairText(models, pair));
};

export const buildCompare = (context: CommandContext): Command =>
  suiteCommand('compare')
    .description(
      'Compare two models, paired by task: differences with intervals, exact p values, and the strength of the evidence.',
    )
    .argument('<first>', 'a model with stored runs')
    .argument('<second>', 'another one')
    .addOption(formatOption(MODEL_COMPARISON_FORMATS).default('text'))
    .addOption(
      new Option('--judge-mode <mode>', 'ask judges about close calls, every pair in both orders').choices([
        'pairwise',
      ]),
    )
    .option('--judge-model <name>', 'PROVIDER:MODEL of the judges')
    .addOption(totalOption())
    .option('--config <file>', 'use this file instead of the nearest hydra.toml')
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra bench compare mock:synthetic mock:wasteful',
        'hydra bench compare mock:synthetic mock:wasteful --judge-mode pairwise --judge-model mock:empty',
      ),
    )
    .action((first: string, second: string, options: Options) =>
      abortCommandOnSignal(context, (signal) => compare(context, [first, second], options, signal)),
    );
