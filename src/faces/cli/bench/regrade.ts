import type { Command } from 'commander';
import type { BenchSummary } from '../../../core/domain/bench/bench-summary.ts';
import { regradeRun } from '../../../shell/bench/regrade-run.ts';
import { openBenchTools } from '../../wiring/wiring-bench.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption } from '../common-options.ts';
import { oneRun, storedRuns } from './stored-runs.ts';
import { outOption, type SuiteOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteOptions & { readonly out: string; readonly json?: true };

const show = (total: number | null): string => (total === null ? '–' : total.toFixed(4));

const regrade = async (
  { terminal, session }: CommandContext,
  asked: string | undefined,
  options: Options,
): Promise<void> => {
  const bench = await openBenchTools(session);
  const tasks = new Map((await tasksOf(bench, options)).map((task) => [task.id, task]));
  const { store, runs } = await storedRuns(terminal, options.out);
  const chosen = asked === undefined ? runs : [oneRun(runs, asked)];
  const regraded: BenchSummary[] = [];
  for (const run of chosen) {
    const { summary } = run;
    const task = tasks.get(summary.task);
    if (task === undefined || summary.status === 'infrastructure') {
      const why = task === undefined ? `the suite has no ${summary.task}` : 'it never came to a result';
      terminal.note(`left out ${summary.run_id}: ${why}`);
      continue;
    }
    terminal.note(`${summary.run_id}: ${summary.task} by ${summary.model}`);
    const after = await regradeRun(bench, store, run, task);
    regraded.push(after);
    if (!options.json)
      terminal.print(
        `${after.run_id}  ${after.task}  total ${show(summary.scores.total)} → ${show(after.scores.total)}`,
      );
  }
  if (options.json) terminal.print(JSON.stringify(regraded, null, 2));
};

export const buildRegrade = (context: CommandContext): Command =>
  suiteCommand('regrade')
    .description(
      'Verify, assess and score stored changes again, as tasks and Hydra are now; no agent and no judge is asked.',
    )
    .argument('[run]', 'its id or the beginning of it (default: all)')
    .addOption(outOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench regrade', 'hydra bench regrade 01M7'))
    .action((asked: string | undefined, options: Options) => regrade(context, asked, options));
