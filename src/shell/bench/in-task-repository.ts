import { join } from 'node:path';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { Base } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import { UserError } from '../errors/user-error.ts';
import type { BenchTools } from './bench-tools.ts';
import { TASK_LIMITS } from './load-task.ts';

type RepositoryTools = Pick<BenchTools, 'repositories' | 'reader' | 'openTools'>;
type PlacedTask = Pick<BenchTask, 'repo' | 'folder'>;

const openRepository = async ({ repositories, reader }: RepositoryTools, task: PlacedTask) => {
  if (task.repo !== undefined) return repositories.fromGit(task.repo);
  const files = await reader.files.readTree(join(task.folder, 'repo'), TASK_LIMITS);
  if (files === null)
    throw new UserError(
      'task',
      `${task.folder}/repo cannot be read`,
      'Check whether something is changing it at the moment.',
    );
  return repositories.fromFiles(files);
};

export type TaskPlace = { readonly root: string; readonly tools: Tools; readonly base: Base };

/** Opens the task's repository and works in it; measurements there are reused the next time. */
export const inTaskRepository = async <T>(
  bench: RepositoryTools,
  task: PlacedTask,
  work: (place: TaskPlace) => Promise<T>,
): Promise<T> => {
  const repository = await openRepository(bench, task);
  const tools = await bench.openTools(repository.root);
  const base = await tools.repository.resolveBase(repository.base);
  return work({ root: repository.root, tools, base });
};
