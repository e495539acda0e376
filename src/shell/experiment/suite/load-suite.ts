import { basename, join } from 'node:path';
import {
  LightTaskFile,
  type SuiteFile,
  type ExperimentTask,
} from '../../../core/domain/experiment/experiment-task.ts';
import { findTestParser } from '../../../core/parse/tests/registry.ts';
import type { Digest } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import { UserError } from '../../errors/user-error.ts';
import { TASK_LIMITS } from '../../bench/tasks/load-task.ts';
import { isBenchmarkTask, readBenchmarkTask, type RepositoryFiles } from './benchmark-task.ts';
import { filesHash } from './files-hash.ts';
import { parseWith } from './parse-with.ts';

const ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const FIXTURE = 'fixture/';
const HIDDEN = 'checks/';
const REFERENCE = 'reference/';
const REFERENCE_PATCH = 'reference.patch';

export type SuiteReader = {
  readonly files: Pick<Files, 'readTree' | 'listFolder'>;
  readonly digest: Digest;
  readonly parseToml: (text: string) => unknown;
  readonly readGitTask: RepositoryFiles['fromGit'];
};

const wrong = (folder: string, why: string): UserError =>
  new UserError(
    'task',
    `${folder} is not a task: ${why}`,
    'A light task has task.toml with a prompt and checks, and a folder fixture; see docs/experiments.md.',
  );

const below = (files: readonly SuiteFile[], folder: string): readonly SuiteFile[] =>
  files.flatMap((file) =>
    file.path.startsWith(folder) ? [{ ...file, path: file.path.slice(folder.length) }] : [],
  );

const textOf = (files: readonly SuiteFile[], path: string): string | null => {
  const file = files.find((one) => one.path === path);
  return file === undefined ? null : Buffer.from(file.bytes).toString('utf8');
};

const readReference = (files: readonly SuiteFile[]): ExperimentTask['reference'] => {
  const patch = files.find(({ path }) => path === REFERENCE_PATCH);
  if (patch !== undefined) return { patch: patch.bytes };
  const laid = below(files, REFERENCE);
  return laid.length === 0 ? null : { files: laid };
};

const refuseUnknownFormats = (folder: string, { checks }: LightTaskFile): void => {
  for (const check of checks)
    if (check.type === 'test_suite' && findTestParser(check.format) === undefined)
      throw wrong(folder, `there is no test format ${check.format}`);
};

const readLight = (folder: string, files: readonly SuiteFile[], reader: SuiteReader): ExperimentTask => {
  const text = textOf(files, 'task.toml');
  if (text === null) throw wrong(folder, 'there is no task.toml');
  const read = parseWith(LightTaskFile, text, reader.parseToml);
  if (!read.ok) throw wrong(folder, `task.toml: ${read.reason}`);
  const task = read.value;
  const prompt = task.prompt ?? textOf(files, 'prompt.md')?.trim() ?? '';
  if (prompt === '') throw wrong(folder, 'it asks for nothing: there is neither a prompt nor a prompt.md');
  if (task.checks.length === 0 && task.rubric === undefined)
    throw wrong(folder, 'it checks nothing: there are neither checks nor a rubric');
  refuseUnknownFormats(folder, task);
  return {
    id: basename(folder),
    hash: filesHash(files, reader.digest),
    prompt,
    timeoutMs: task.timeout_seconds * 1000,
    fixture: below(files, FIXTURE),
    checks: task.checks,
    hidden: below(files, HIDDEN),
    criteria: task.rubric?.criteria ?? [],
    reference: readReference(files),
  };
};

const readBenchmark = async (
  folder: string,
  files: readonly SuiteFile[],
  { digest, parseToml, readGitTask }: SuiteReader,
): Promise<ExperimentTask> => {
  const places = { below: (inside: string) => below(files, inside), fromGit: readGitTask };
  const read = await readBenchmarkTask(files, places, parseToml);
  if (!read.ok) throw wrong(folder, read.reason);
  // The content of another repository is part of the task, since branches move.
  const elsewhere = files.some(({ path }) => path.startsWith('repo/')) ? [] : read.value.fixture;
  const whole = [...files, ...elsewhere.map((file) => ({ ...file, path: `repo/${file.path}` }))];
  return { id: basename(folder), hash: filesHash(whole, digest), ...read.value };
};

const readTask = async (reader: SuiteReader, folder: string): Promise<ExperimentTask> => {
  if (!ID.test(basename(folder)))
    throw wrong(folder, 'its name is not made of lower case letters, digits, dots and dashes');
  const files = await reader.files.readTree(folder, TASK_LIMITS);
  if (files === null) throw wrong(folder, 'it is not a folder of plain files, at most 20000 and 256 MB');
  return isBenchmarkTask(files) ? readBenchmark(folder, files, reader) : readLight(folder, files, reader);
};

/** The files of one folder, read like those of a task. */
export const readSuiteFolder = async (
  files: Pick<Files, 'readTree'>,
  folder: string,
): Promise<readonly SuiteFile[]> => {
  const found = await files.readTree(folder, TASK_LIMITS);
  if (found !== null) return found;
  throw new UserError(
    'unreadable-folder',
    `${folder} is not a folder of plain files, at most 20000 and 256 MB`,
    'Links and .git are not allowed.',
  );
};

/** Every task of a folder, by name, read once before anything runs. */
export const loadSuite = async (reader: SuiteReader, folder: string): Promise<readonly ExperimentTask[]> => {
  const names = await reader.files.listFolder(folder).catch(() => null);
  const tasks = (names ?? []).filter((name) => !name.startsWith('.') && !name.includes('.md'));
  if (tasks.length === 0)
    throw new UserError(
      'no-tasks',
      `${folder} contains no task`,
      'Give a folder with one subfolder per task.',
    );
  return Promise.all(tasks.map((name) => readTask(reader, join(folder, name))));
};
