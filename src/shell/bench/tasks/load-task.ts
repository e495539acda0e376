import { basename } from 'node:path';
import { type BenchTask, TaskFile, TaskScript } from '../../../core/domain/bench/bench-task.ts';
import type { Digest } from '../../ports/clock.ts';
import type { Files, ReadFile } from '../../ports/files.ts';
import { UserError } from '../../errors/user-error.ts';

export const TASK_LIMITS = { maxFiles: 20_000, maxBytes: 256 * 1024 * 1024 } as const;
const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export type TaskReader = {
  readonly files: Files;
  readonly digest: Digest;
  readonly parseToml: (text: string) => unknown;
};

const wrong = (folder: string, why: string): UserError =>
  new UserError(
    'task',
    `${folder} is not a task: ${why}`,
    'A task has task.toml, issue.md, gold.patch, hidden tests in tests/ or tests.patch, and repo/ or a git reference; or a commit that has all of it, as [repo] fix.',
  );

const readTaskFile = (text: string, folder: string, parseToml: TaskReader['parseToml']): TaskFile => {
  let document: unknown;
  try {
    document = parseToml(text);
  } catch (error) {
    throw wrong(folder, `task.toml is not TOML: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const read = TaskFile.safeParse(document);
  if (read.success) return read.data;
  const first = read.error.issues[0];
  throw wrong(folder, `task.toml: ${first?.path.join('.') ?? ''}: ${first?.message ?? 'not understood'}`);
};

const readScript = (file: ReadFile | undefined, folder: string): { readonly script?: TaskScript } => {
  if (file === undefined) return {};
  try {
    return { script: TaskScript.parse(JSON.parse(Buffer.from(file.bytes).toString('utf8'))) };
  } catch (error) {
    throw wrong(folder, `mock.json is not a list of turns: ${(error as Error).message.split('\n', 1)[0]}`);
  }
};

/** Over names and bytes: any difference makes it another task. */
const hashOf = (files: readonly ReadFile[], digest: Digest): string =>
  digest(
    files
      .map(({ path, bytes, executable }) => `${path}\0${executable ? 'x' : '-'}\0${digest(bytes)}\n`)
      .join(''),
  );

/** Exactly one place: with two it would be unclear which tests decide. */
const hiddenPlace = (
  { repo, tests }: TaskFile,
  has: (below: string) => boolean,
  refused: (why: string) => UserError,
): BenchTask['hiddenIn'] => {
  const fromFix = repo?.fix !== undefined;
  if (tests.files !== undefined && !fromFix)
    throw refused('tests.files names paths of repo.fix, which is absent');
  if (fromFix && ['tests/', 'tests.patch', 'gold.patch'].some(has))
    throw refused('with repo.fix, hidden tests and gold.patch come from that commit: remove the others');
  if (fromFix) return 'fix';
  if (has('tests/') === has('tests.patch'))
    throw refused(
      has('tests/')
        ? 'it has both tests/ and tests.patch'
        : 'there are no hidden tests in tests/ or tests.patch',
    );
  return has('tests/') ? 'folder' : 'patch';
};

/** Reads a task once, before anything runs. */
export const loadTask = async (
  { files, digest, parseToml }: TaskReader,
  folder: string,
): Promise<BenchTask> => {
  const id = basename(folder);
  if (!ID.test(id))
    throw wrong(folder, 'its name is not made of lower case letters, digits, dots and dashes');
  const found = await files.readTree(folder, TASK_LIMITS);
  if (found === null) throw wrong(folder, 'it is not a folder of plain files, at most 20000 and 256 MB');
  const has = (below: string): boolean => found.some(({ path }) => path.startsWith(below));
  const bytesOf = (path: string): Uint8Array => {
    const file = found.find((one) => one.path === path);
    if (file === undefined) throw wrong(folder, `there is no ${path}`);
    return file.bytes;
  };
  const text = (path: string): string => Buffer.from(bytesOf(path)).toString('utf8');
  const file = readTaskFile(text('task.toml'), folder, parseToml);
  const hiddenIn = hiddenPlace(file, has, (why) => wrong(folder, why));
  if (has('repo/') === (file.repo !== undefined))
    throw wrong(folder, 'it needs either a folder repo or [repo] git and ref, not both');
  return {
    ...file,
    id,
    folder,
    issue: text('issue.md'),
    gold: file.repo?.fix === undefined ? bytesOf('gold.patch') : null,
    hiddenIn,
    hash: hashOf(found, digest),
    ...readScript(
      found.find(({ path }) => path === 'mock.json'),
      folder,
    ),
  };
};
