import { join } from 'node:path';
import { splitFix } from '../../../core/bench/split-fix.ts';
import type { BenchTask } from '../../../core/domain/bench/bench-task.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { ReadFile } from '../../ports/files.ts';
import type { FetchedCommit } from '../../ports/task-repositories.ts';
import type { Tools } from '../../ports/tools.ts';
import { InfrastructureError, UserError } from '../../errors/user-error.ts';
import type { BenchTools } from '../bench-tools.ts';
import { TASK_LIMITS } from './load-task.ts';

type RepositoryTools = Pick<BenchTools, 'repositories' | 'reader' | 'openTools'>;
type PlacedTask = Pick<BenchTask, 'folder'> &
  Partial<Pick<BenchTask, 'repo' | 'gold' | 'hiddenIn' | 'setup'>> & { readonly tests?: Partial<BenchTask['tests']> };

const readFolder = async ({ reader }: RepositoryTools, folder: string): Promise<readonly ReadFile[]> => {
  const files = await reader.files.readTree(folder, TASK_LIMITS);
  if (files !== null) return files;
  throw new UserError(
    'task',
    `${folder} cannot be read`,
    'Check whether something is changing it at the moment.',
  );
};

const openRepository = async (bench: RepositoryTools, task: PlacedTask) =>
  task.repo === undefined
    ? bench.repositories.fromFiles(await readFolder(bench, join(task.folder, 'repo')))
    : bench.repositories.fromGit(task.repo);

/** A commit's change, fetched once for its tests and its solution. */
const fixReader = ({ repositories }: RepositoryTools, { repo, folder }: PlacedTask) => {
  let fetched: Promise<FetchedCommit> | undefined;
  return (): Promise<FetchedCommit> => {
    if (repo?.fix === undefined) throw new UserError('task', `${folder} has no gold.patch`, 'Add one.');
    return (fetched ??= repositories.readCommit({ git: repo.git, commit: repo.fix }));
  };
};

const patchedFiles = async (
  { repository }: Tools,
  base: Base,
  { folder }: PlacedTask,
): Promise<readonly ReadFile[]> => {
  const made = await repository.importCandidate(base, { kind: 'patch', at: join(folder, 'tests.patch') });
  if (!made.ok)
    throw new UserError(
      'task',
      `tests.patch of ${folder} ${made.reason}`,
      'It has to be a change of the base.',
    );
  const changes = await repository.changes(base.tree, made.tree);
  const blobs = await repository.readBlobs(changes.flatMap(({ blob }) => blob ?? []));
  return changes.flatMap(({ path, mode, blob }) => {
    const bytes = blob === null ? undefined : blobs.get(blob);
    return bytes === undefined ? [] : [{ path, bytes, executable: mode === '100755' }];
  });
};

export type TaskPlace = {
  readonly root: string;
  readonly tools: Tools;
  readonly base: Base;
  /** The hidden tests, laid out as in the repository; read or fetched when they are needed. */
  readonly hidden: () => Promise<readonly ReadFile[]>;
  readonly gold: () => Promise<Uint8Array>;
};

/** If no container works, the error names the task that needs one. */
const explainImage = ({ setup, folder }: PlacedTask, error: unknown): unknown =>
  setup?.image !== undefined && error instanceof InfrastructureError && error.code === 'no-sandbox'
    ? new InfrastructureError(
        'task-image',
        `${folder} needs the container image ${setup.image}. ${error.message}`,
        'Start Docker or Podman. Or remove image from its task.toml (`hydra bench import --no-image`): then the tools of this machine are used.',
      )
    : error;

/** Opens the task's repository and works in it; its measurements are reused the next time. */
export const inTaskRepository = async <T>(
  bench: RepositoryTools,
  task: PlacedTask,
  work: (place: TaskPlace) => Promise<T>,
): Promise<T> => {
  const repository = await openRepository(bench, task);
  const tools = await bench.openTools(repository.root);
  const base = await tools.repository.resolveBase(repository.base);
  const fix = fixReader(bench, task);
  const place: TaskPlace = {
    root: repository.root,
    tools,
    base,
    hidden: async () => {
      if (task.hiddenIn === 'patch') return patchedFiles(tools, base, task);
      if (task.hiddenIn !== 'fix') return readFolder(bench, join(task.folder, 'tests'));
      const { written, removed, read } = await fix();
      return read(splitFix({ written, removed }, task.tests?.files).tests);
    },
    gold: async () => {
      if (task.gold !== undefined && task.gold !== null) return task.gold;
      const { written, removed, diff } = await fix();
      return diff(splitFix({ written, removed }, task.tests?.files).source);
    },
  };
  try {
    return await work(place);
  } catch (error) {
    throw explainImage(task, error);
  }
};
