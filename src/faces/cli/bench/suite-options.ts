import { Command, Option } from 'commander';
import { resolve } from 'node:path';
import type { BenchTask } from '../../../core/domain/bench/bench-task.ts';
import type { BenchTools } from '../../../shell/bench/bench-tools.ts';
import { chooseTasks, findTasks } from '../../../shell/bench/find-tasks.ts';
import { bundledTasks } from '../../wiring/wiring-bench.ts';
import { collect } from '../common-options.ts';

export type SuiteOptions = { readonly suite?: string; readonly task: readonly string[] };

export const suiteCommand = (name: string): Command =>
  new Command(name)
    .option('--suite <dir>', 'a folder of tasks (default: those that come with Hydra)')
    .option('--task <name>', 'only this task; may be given again', collect, []);

export const tasksOf = async (bench: BenchTools, options: SuiteOptions): Promise<readonly BenchTask[]> => {
  const suite = options.suite === undefined ? bundledTasks : resolve(options.suite);
  return chooseTasks(await findTasks(bench.reader, suite), options.task);
};

export const outOption = (): Option =>
  new Option('--out <dir>', 'where runs are stored, a folder each').default('.hydra/bench');
