import { join } from 'node:path';
import type { BenchTask } from '../../../core/domain/bench/bench-task.ts';
import { UserError } from '../../errors/user-error.ts';
import { loadTask, type TaskReader } from './load-task.ts';

const isTask = async ({ files }: TaskReader, folder: string): Promise<boolean> =>
  (await files.readBounded(join(folder, 'task.toml'), 1)) !== null;

/** Every task of a folder, by name; a folder that is itself a task is a suite of one. */
export const findTasks = async (reader: TaskReader, suite: string): Promise<readonly BenchTask[]> => {
  if (await isTask(reader, suite)) return [await loadTask(reader, suite)];
  const names = await reader.files.listFolder(suite).catch(() => []);
  const tasks: BenchTask[] = [];
  for (const name of names) {
    const folder = join(suite, name);
    if (await isTask(reader, folder)) tasks.push(await loadTask(reader, folder));
  }
  if (tasks.length > 0) return tasks;
  throw new UserError(
    'no-tasks',
    `${suite} contains no task`,
    'Give a folder whose subfolders each have a task.toml.',
  );
};

/** The selected tasks, in the order of the suite; all by default. */
export const chooseTasks = (tasks: readonly BenchTask[], names: readonly string[]): readonly BenchTask[] => {
  const unknown = names.find((name) => tasks.every(({ id }) => id !== name));
  if (unknown !== undefined)
    throw new UserError(
      'no-such-task',
      `There is no task ${unknown}`,
      `The suite has: ${tasks.map(({ id }) => id).join(', ')}.`,
    );
  return names.length === 0 ? tasks : tasks.filter(({ id }) => names.includes(id));
};
