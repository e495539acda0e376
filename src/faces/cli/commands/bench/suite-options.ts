import { Command, Option } from 'commander';
import { TotalRule } from '../../../../core/domain/bench/benchmark-policy.ts';
import type { BenchTask } from '../../../../core/domain/bench/bench-task.ts';
import type { BenchTools } from '../../../../shell/bench/bench-tools.ts';
import { chooseTasks, findTasks } from '../../../../shell/bench/tasks/find-tasks.ts';
import { suiteFolder } from '../../../wiring/wiring-bench.ts';
import { collect } from '../../console/common-options.ts';

export type SuiteCommandOptions = { readonly suite?: string; readonly task: readonly string[] };

export const suiteCommand = (name: string): Command =>
  new Command(name)
    .option(
      '--suite <dir>',
      'a folder of tasks, smoke (default: bundled), or real (recipes of public repositories)',
    )
    .option('--task <name>', 'only this task; repeatable', collect, []);

export const tasksOf = async (
  bench: BenchTools,
  options: SuiteCommandOptions,
): Promise<readonly BenchTask[]> => {
  const suite = suiteFolder(options.suite);
  return chooseTasks(await findTasks(bench.reader, suite), options.task);
};

export const outOption = (): Option =>
  new Option('--out <dir>', 'folder that stores the runs, one subfolder each').default('.hydra/bench');

export const totalOption = (): Option =>
  new Option(
    '--total <rule>',
    'solved: an unsolved run counts only with its functional part; documented: with all of it (default: as in [benchmark], else solved)',
  ).choices(TotalRule.options);
