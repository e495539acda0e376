import { type Command, InvalidArgumentError } from 'commander';
import type { BenchSummary } from '../../../../core/domain/bench/bench-summary.ts';
import { AgentLimits } from '../../../../core/domain/agent/agent-run.ts';
import type { TotalRule } from '../../../../core/domain/bench/benchmark-policy.ts';
import { runBench } from '../../../../shell/bench/run-bench.ts';
import type { SuiteResult } from '../../../../shell/bench/run-suite.ts';
import { openBenchStoreAt, openBenchTools, readBenchConfig } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import {
  allowDegradedOption,
  amount,
  examples,
  jsonOption,
  positiveInteger,
  seconds,
  share,
} from '../../console/common-options.ts';
import { EXIT } from '../../console/exit-codes.ts';
import { outOption, type SuiteCommandOptions, suiteCommand, tasksOf, totalOption } from './suite-options.ts';
import { benchReportText } from '../../../../core/report/bench/run-text.ts';
import { printableLine } from '../../../../core/report/text/printable.ts';
import type { Terminal } from '../../console/terminal.ts';

const printSummary = (terminal: Terminal, summary: BenchSummary, out: string): void => {
  for (const line of benchReportText(summary, terminal.paint)) terminal.print(line);
  terminal.print(terminal.paint.dim(`  ${out}/${summary.run_id}`));
};

type Options = SuiteCommandOptions & {
  readonly model?: string;
  readonly agent?: string;
  readonly config?: string;
  readonly repeat: number;
  readonly judges: boolean | number;
  readonly judgeModel?: string;
  readonly maxSteps?: number;
  readonly maxCost?: number;
  readonly maxTime?: number;
  readonly turnTime?: number;
  readonly budget?: number;
  readonly jobs: number;
  readonly total?: TotalRule;
  readonly onlyMissing?: true;
  readonly allowDegraded?: true;
  readonly failUnder?: number;
  readonly out: string;
  readonly json?: true;
};

/** A run that the budget did not allow has no total, so it does not count as passed. */
const exitOf = ({ summaries, stopped }: SuiteResult, failUnder: number | undefined): number => {
  if (summaries.some(({ status }) => status === 'infrastructure')) return EXIT.infrastructure;
  if (failUnder === undefined) return EXIT.yes;
  // An unknown total is not a pass.
  const totals = summaries.map(({ scores }) => scores.total ?? 0);
  const mean = totals.reduce((sum, total) => sum + total, 0) / Math.max(1, totals.length);
  return stopped !== null || mean < failUnder ? EXIT.no : EXIT.yes;
};

const run = async (
  { terminal, done, session }: CommandContext,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const bench = await openBenchTools(session, signal);
  const tasks = await tasksOf(bench, options);
  const { benchmark, agents } = await readBenchConfig(bench.reader.files, options.config);
  const { model, agent, repeat, judges, judgeModel, maxSteps, maxCost, onlyMissing = false } = options;
  const result = await runBench(bench, await openBenchStoreAt(options.out), tasks, {
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
    agents,
    repeat,
    judges,
    onlyMissing,
    jobs: options.jobs,
    policy: { ...benchmark, ...(options.total === undefined ? {} : { total: options.total }) },
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(judgeModel === undefined ? {} : { judgeModel }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    ...(options.maxTime === undefined ? {} : { maxSeconds: options.maxTime }),
    ...(options.turnTime === undefined ? {} : { turnSeconds: options.turnTime }),
    ...(options.budget === undefined ? {} : { budgetUsd: options.budget }),
    ...(options.allowDegraded === undefined ? {} : { allowDegraded: true }),
    onNote: (note) => terminal.note(note),
    onProgress: (event) => {
      if (event.event === 'task') {
        const nth = repeat > 1 ? ` (${event.repeat + 1} of ${repeat})` : '';
        terminal.note(`${event.task}${nth}: ${agent ?? model} is at work`);
      }
      if (event.event === 'note') terminal.note(terminal.paint.warn(printableLine(event.text)));
      if (event.event === 'task_finished' && !options.json)
        printSummary(terminal, event.summary, options.out);
    },
  });
  const { summaries, reused, stopped } = result;
  if (options.json)
    terminal.print(JSON.stringify(summaries.length === 1 ? summaries[0] : summaries, null, 2));
  if (reused > 0) terminal.note(`${reused} of ${summaries.length} were already stored`);
  if (stopped !== null)
    terminal.note(`${stopped.reason}; --only-missing with another --budget runs the other ${stopped.runs}`);
  done(exitOf(result, options.failUnder));
};

const HOW_MANY = 15;

const judgeCount = (text: string): number => {
  const count = positiveInteger(text);
  if (count > HOW_MANY) throw new InvalidArgumentError(`Use a number from 1 to ${HOW_MANY}.`);
  return count;
};

export const buildRun = (context: CommandContext): Command =>
  suiteCommand('run')
    .description(
      'Let an agent work on tasks in the sandbox, verify its changes with hidden tests, and score them. Every run stores summary.json, trace.jsonl and final.patch.',
    )
    .option('--model <name>', 'PROVIDER:MODEL for the built-in agent; mock:synthetic needs no key')
    .option(
      '--agent <spec>',
      'instead of --model, as in a race: NAME[@MODEL] such as claude@opus, builtin:PROVIDER:MODEL, or a name from [agents]',
    )
    .option('--config <file>', 'use this file instead of the nearest hydra.toml')
    .option('--repeat <n>', 'number of runs of every task', positiveInteger, 1)
    .option('--judges [n]', 'ask this many judges (default: 3)', judgeCount)
    .option('--no-judges', 'ask no judges; human_like is null and the other weights are renormalised')
    .option(
      '--judge-model <name>',
      "PROVIDER:MODEL of the judges (default: that of the runs in --out, else the agent's own)",
    )
    .option(
      '--max-steps <n>',
      `maximum number of model turns (default: ${AgentLimits.parse({}).steps}, if the agent can be limited)`,
      positiveInteger,
    )
    .option('--max-cost <usd>', 'maximum cost of one run', amount)
    .option('--max-time <seconds>', 'maximum time of one run', seconds)
    .option('--turn-time <seconds>', 'maximum time of one turn of the model', seconds)
    .option('--budget <usd>', 'maximum cost of all runs together, judges included, as reported', amount)
    .option('--jobs <n>', 'number of runs at a time', positiveInteger, 1)
    .addOption(totalOption())
    .option('--only-missing', 'skip runs that are already stored for the same content and settings')
    .addOption(allowDegradedOption())
    .option('--fail-under <score>', 'exit with 1 if the mean total is below this, such as 0.8', share)
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra bench run --task hello-world --model mock:synthetic',
        'hydra bench run --model anthropic:claude-sonnet-4-5 --repeat 3 --max-cost 0.50',
        'hydra bench run --agent claude --repeat 3 --budget 20 --jobs 2',
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
