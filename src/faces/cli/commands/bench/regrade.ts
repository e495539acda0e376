import type { Command } from 'commander';
import { regradeRuns } from '../../../../shell/bench/regrade-runs.ts';
import { findBenchRun } from '../../../../shell/bench/stored-bench-runs.ts';
import { openBenchTools, readBenchConfig } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { storedRuns } from './stored-runs.ts';
import { outOption, type SuiteCommandOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteCommandOptions & { readonly out: string; readonly config?: string; readonly json?: true };

const show = (total: number | null): string => (total === null ? '–' : total.toFixed(4));

const regrade = async (
  { terminal, session }: CommandContext,
  asked: string | undefined,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const bench = await openBenchTools(session, signal);
  const tasks = await tasksOf(bench, options);
  const { store, runs } = await storedRuns(terminal, options.out);
  const chosen = asked === undefined ? runs : [findBenchRun(runs, asked)];
  const { benchmark } = await readBenchConfig(bench.reader.files, options.config);
  const regraded = await regradeRuns(
    bench,
    store,
    { tasks, runs: chosen },
    {
      policy: benchmark,
      onStart: ({ summary }) => terminal.note(`${summary.run_id}: ${summary.task} by ${summary.model}`),
      onEnd: (one) => {
        const { summary } = one.run;
        if ('skipped' in one) terminal.note(`left out ${summary.run_id}: ${one.skipped}`);
        else if (!options.json)
          terminal.print(
            `${one.after.run_id}  ${one.after.task}  total ${show(summary.scores.total)} → ${show(one.after.scores.total)}`,
          );
      },
    },
  );
  const after = regraded.flatMap((one) => ('after' in one ? [one.after] : []));
  if (options.json) terminal.print(JSON.stringify(after, null, 2));
};

export const buildRegrade = (context: CommandContext): Command =>
  suiteCommand('regrade')
    .description(
      'Verify, assess and score stored changes again, with the current tasks and Hydra; no agent or judge is run.',
    )
    .argument('[run]', 'its id or a unique prefix of it (default: all)')
    .option('--config <file>', 'use this file instead of the nearest hydra.toml')
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench regrade', 'hydra bench regrade 01M7'))
    .action((asked: string | undefined, options: Options) =>
      abortCommandOnSignal(context, (signal) => regrade(context, asked, options, signal)),
    );
