import * as z from 'zod';
import { ObjectiveCheck } from '../../../core/domain/experiment/objective-check.ts';
import type { SuiteFile, ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import { type TaskFile, TaskTests } from '../../../core/domain/bench/bench-task.ts';
import type { Parsed } from './parse-with.ts';
import { parseWith } from './parse-with.ts';

const TASK_MS = 1_800_000;
const CHECK_SECONDS = 600;

/** What a comparison needs from a benchmark's `task.toml`. */
const BenchmarkFile = z.looseObject({
  repo: z.strictObject({ git: z.string().min(1), ref: z.string().min(1) }).optional(),
  tests: z
    .strictObject({ fail_to_pass: TaskTests, pass_to_pass: TaskTests.default([]) })
    .refine(({ fail_to_pass }) => !Array.isArray(fail_to_pass) || fail_to_pass.length > 0, {
      path: ['fail_to_pass'],
      error: 'a task without a test that fails proves nothing',
    }),
});

const asCheck = (name: string, tests: TaskTests): readonly ObjectiveCheck[] =>
  Array.isArray(tests)
    ? []
    : [ObjectiveCheck.parse({ type: 'command', name, run: tests.command, timeout_seconds: CHECK_SECONDS })];

/** Commands need no test runner in the repository; tests by id are run by the verifier. */
const looksOf = (tests: TaskFile['tests']): Pick<ExperimentTask, 'checks' | 'tests'> => {
  const { fail_to_pass, pass_to_pass } = tests;
  const byId = [fail_to_pass, pass_to_pass].some((list) => Array.isArray(list) && list.length > 0);
  if (byId) return { checks: [], tests };
  return { checks: [...asCheck('fail_to_pass', fail_to_pass), ...asCheck('pass_to_pass', pass_to_pass)] };
};

type Read = Omit<ExperimentTask, 'id' | 'hash'>;

/** Where the files of a task's repository come from. */
export type RepositoryFiles = {
  readonly below: (folder: string) => readonly SuiteFile[];
  /** Those of a commit in another repository. */
  readonly fromGit: (source: { readonly git: string; readonly ref: string }) => Promise<readonly SuiteFile[]>;
};

/** `issue.md` distinguishes a benchmark task from a light one. */
export const isBenchmarkTask = (files: readonly SuiteFile[]): boolean =>
  files.some(({ path }) => path === 'issue.md');

/** A benchmark task as a comparison runs it: its issue, its repository, and its hidden tests. */
export const readBenchmarkTask = async (
  files: readonly SuiteFile[],
  { below, fromGit }: RepositoryFiles,
  parseToml: (text: string) => unknown,
): Promise<Parsed<Read>> => {
  const text = (path: string): string =>
    Buffer.from(files.find((file) => file.path === path)?.bytes ?? []).toString('utf8');
  const read = parseWith(BenchmarkFile, text('task.toml'), parseToml);
  if (!read.ok) return { ok: false, reason: `task.toml: ${read.reason}` };
  const { tests, repo } = read.value;
  const [own, hidden] = [below('repo/'), below('tests/')];
  if (hidden.length === 0) return { ok: false, reason: 'there are no hidden tests in tests/' };
  if (own.length > 0 === (repo !== undefined))
    return { ok: false, reason: 'it needs either a folder repo or [repo] git and ref, not both' };
  const gold = files.find(({ path }) => path === 'gold.patch');
  return {
    ok: true,
    value: {
      prompt: text('issue.md').trim(),
      timeoutMs: TASK_MS,
      fixture: repo === undefined ? own : await fromGit(repo),
      hidden,
      ...looksOf(tests),
      criteria: [],
      reference: gold === undefined ? null : { patch: gold.bytes },
    },
  };
};
