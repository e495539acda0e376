import { splitFix } from '../../../core/bench/split-fix.ts';
import type { TaskSource } from '../../../core/domain/bench/bench-task.ts';
import type { ReadFile } from '../../ports/files.ts';
import { UserError } from '../../errors/user-error.ts';
import type { BenchTools } from '../bench-tools.ts';
import { TASK_LIMITS } from './load-task.ts';

const EXECUTABLE = '100755';
const PLAIN = '100644';
/** The id of the empty tree in every SHA-1 repository. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const refused = (git: string, why: string): UserError =>
  new UserError('task-repository', `${git} ${why}`, 'Give the task a folder repo of plain files.');

/** The files of a commit in another repository, read like those of a folder `repo`. */
const readFiles = async (
  { repositories, openTools }: Pick<BenchTools, 'repositories' | 'openTools'>,
  source: TaskSource,
): Promise<readonly ReadFile[]> => {
  const place = await repositories.fromGit(source);
  const { repository } = await openTools(place.root);
  const { tree } = await repository.resolveBase(place.base);
  const entries = await repository.changes(EMPTY_TREE, tree);
  if (entries.length > TASK_LIMITS.maxFiles) throw refused(source.git, 'has more than 20000 files');
  if (entries.some(({ mode }) => mode !== EXECUTABLE && mode !== PLAIN))
    throw refused(source.git, 'has links or submodules, which trials do not lay out');
  const blobs = await repository.readBlobs(entries.flatMap(({ blob }) => blob ?? []));
  return entries.map(({ path, mode, blob }) => {
    const bytes = blobs.get(blob ?? '');
    if (bytes === undefined) throw refused(source.git, `has a file that cannot be read: ${path}`);
    return { path, bytes, executable: mode === EXECUTABLE };
  });
};

export type GitTask = {
  readonly files: readonly ReadFile[];
  /** From the commit that solves the task; absent: the task's folder has both. */
  readonly fix?: { readonly hidden: readonly ReadFile[]; readonly gold: Uint8Array };
};

export const readGitTask = async (
  bench: Pick<BenchTools, 'repositories' | 'openTools'>,
  source: TaskSource,
  tests?: readonly string[],
): Promise<GitTask> => {
  const files = await readFiles(bench, source);
  if (source.fix === undefined) return { files };
  const { written, removed, read, diff } = await bench.repositories.readCommit({
    git: source.git,
    commit: source.fix,
  });
  const split = splitFix({ written, removed }, tests);
  return { files, fix: { hidden: await read(split.tests), gold: await diff(split.source) } };
};
