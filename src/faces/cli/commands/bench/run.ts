import type { Command } from 'commander';
import type { BenchSummary } from '../../../../core/domain/bench/bench-summary.ts';
import { AgentLimits } from '../../../../core/domain/agent/agent-run.ts';
import { runBench } from '../../../../shell/bench/run-bench.ts';
import { openBenchStoreAt, openBenchTools } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { amount, examples, jsonOption, positiveInteger, share } from '../../console/common-options.ts';
import { EXIT } from '../../console/exit-codes.ts';
import { outOption, type SuiteCommandOptions, suiteCommand, tasksOf } from './suite-options.ts';
import { benchReportText } from '../../../../core/report/bench/run-text.ts';
import type { Terminal } from '../../console/terminal.ts';

const printSummary = (terminal: Terminal, summary: BenchSummary, out: string): void => {
  for (const line of benchReportText(summary, terminal.paint)) terminal.print(line);
  terminal.print(terminal.paint.dim(`  ${out}/${summary.run_id}`));
};

type Options = SuiteCommandOptions & {
  readonly model: string;
  readonly repeat: number;
  readonly judges: boolean;
  readonly judgeModel?: string;
  readonly maxSteps: number;
  readonly maxCost?: number;
  readonly onlyMissing?: true;
  readonly failUnder?: number;
  readonly out: string;
  readonly json?: true;
};

const exitOf = (summaries: readonly BenchSummary[], failUnder: number | undefined): number => {
  if (summaries.some(({ status }) => status === 'infrastructure')) return EXIT.infrastructure;
  if (failUnder === undefined) return EXIT.yes;
  // An unknown total is not a pass.
  const totals = summaries.map(({ scores }) => scores.total ?? 0);
  const mean = totals.reduce((sum, total) => sum + total, 0) / Math.max(1, totals.length);
  return mean < failUnder ? EXIT.no : EXIT.yes;
};

const run = async (
  { terminal, done, session }: CommandContext,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const bench = await openBenchTools(session, signal);
  const tasks = await tasksOf(bench, options);
  const { model, repeat, judges, judgeModel, maxSteps, maxCost, onlyMissing = false } = options;
  const { summaries, reused } = await runBench(bench, await openBenchStoreAt(options.out), tasks, {
    model,
    repeat,
    judges,
    maxSteps,
    onlyMissing,
    ...(judgeModel === undefined ? {} : { judgeModel }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    onProgress: (event) => {
      if (event.event === 'task') {
        const nth = repeat > 1 ? ` (${event.repeat + 1} of ${repeat})` : '';
        terminal.note(`${event.task}${nth}: ${model} is at work`);
      }
      if (event.event === 'task_finished' && !options.json)
        printSummary(terminal, event.summary, options.out);
    },
  });
  if (options.json)
    terminal.print(JSON.stringify(summaries.length === 1 ? summaries[0] : summaries, null, 2));
  if (reused > 0) terminal.note(`${reused} of ${summaries.length} were already stored`);
  done(exitOf(summaries, options.failUnder));
};

export const buildRun = (context: CommandContext): Command =>
  suiteCommand('run')
    .description(
      'Let an agent work on tasks in the sandbox, verify its changes with hidden tests, and score them. Every run stores summary.json, trace.jsonl and final.patch.',
    )
    .requiredOption(
      '--model <name>',
      'PROVIDER:MODEL for the built-in agent, or claude; mock:synthetic needs no key',
    )
    .option('--repeat <n>', 'number of runs of every task', positiveInteger, 1)
    .option('--no-judges', 'ask no judges; human_like is null and the other weights are renormalised')
    .option('--judge-model <name>', "PROVIDER:MODEL of the judges (default: the agent's own)")
    .option('--max-steps <n>', 'maximum number of model turns', positiveInteger, AgentLimits.parse({}).steps)
    .option('--max-cost <usd>', 'maximum cost of one run', amount)
    .option('--only-missing', 'skip runs that are already stored for the same content and settings')
    .option('--fail-under <score>', 'exit with 1 if the mean total is below this, such as 0.8', share)
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra bench run --task hello-world --model mock:synthetic',
        'hydra bench run --model anthropic:claude-sonnet-4-5 --repeat 3 --max-cost 0.50',
        'hydra bench run --suite my-tasks --model mock:synthetic --no-judges --json',
      ),
    )
    .action((options: Options) =>
      abortCommandOnSignal(
        context,
        (signal) => run(context, options, signal),
        '; finished tasks are stored, --only-missing runs the others',
      ),
    );
