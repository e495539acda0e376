import * as z from 'zod';
import { ObjectiveCheck } from '../../../core/domain/experiment/objective-check.ts';
import { ServicesPolicy } from '../../../core/domain/policy/services-policy.ts';
import type { SuiteFile, ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import { TaskSetup, TaskSource, TaskTests } from '../../../core/domain/bench/bench-task.ts';
import type { GitTask } from '../../bench/tasks/read-git-task.ts';
import type { Parsed } from './parse-with.ts';
import { parseWith } from './parse-with.ts';

const TASK_MS = 1_800_000;
const CHECK_SECONDS = 600;

/** What a comparison needs from a benchmark's `task.toml`. */
const BenchmarkFile = z.looseObject({
  repo: TaskSource.optional(),
  setup: TaskSetup.optional(),
  services: ServicesPolicy.optional(),
  tests: z
    .strictObject({
      fail_to_pass: TaskTests,
      pass_to_pass: TaskTests.default([]),
      files: z.array(z.string()).optional(),
    })
    .refine(({ fail_to_pass }) => !Array.isArray(fail_to_pass) || fail_to_pass.length > 0, {
      path: ['fail_to_pass'],
      error: 'a task without a test that fails proves nothing',
    }),
});

type BenchmarkFile = z.infer<typeof BenchmarkFile>;

const asCheck = (name: string, tests: TaskTests): readonly ObjectiveCheck[] =>
  Array.isArray(tests)
    ? []
    : [ObjectiveCheck.parse({ type: 'command', name, run: tests.command, timeout_seconds: CHECK_SECONDS })];

/** Commands need no test runner in the repository; tests by id, or with their own setup, are run by the verifier. */
const looksOf = ({
  tests,
  setup,
  services,
}: BenchmarkFile): Pick<ExperimentTask, 'checks' | 'tests' | 'settings'> => {
  const { fail_to_pass, pass_to_pass } = tests;
  const byId = [fail_to_pass, pass_to_pass].some((list) => Array.isArray(list) && list.length > 0);
  const settings = {
    ...(setup === undefined ? {} : { setup }),
    ...(services === undefined ? {} : { services }),
  };
  const isSetUp = Object.keys(settings).length > 0;
  if (byId || isSetUp) return { checks: [], tests, ...(isSetUp ? { settings } : {}) };
  return { checks: [...asCheck('fail_to_pass', fail_to_pass), ...asCheck('pass_to_pass', pass_to_pass)] };
};

type Read = Omit<ExperimentTask, 'id' | 'hash'>;

/** Where the files of a task's repository come from. */
export type RepositoryFiles = {
  readonly below: (folder: string) => readonly SuiteFile[];
  /** Those of a commit in another repository. */
  readonly fromGit: (source: TaskSource, tests?: readonly string[]) => Promise<GitTask>;
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
  const [own, beside] = [below('repo/'), below('tests/')];
  if (beside.length === 0 && repo?.fix === undefined)
    return {
      ok: false,
      reason: files.some(({ path }) => path === 'tests.patch')
        ? 'its hidden tests are a patch, which only hydra bench reads'
        : 'there are no hidden tests in tests/',
    };
  if (own.length > 0 === (repo !== undefined))
    return { ok: false, reason: 'it needs either a folder repo or [repo] git and ref, not both' };
  const fetched = repo === undefined ? { files: own } : await fromGit(repo, tests.files);
  const gold = fetched.fix?.gold ?? files.find(({ path }) => path === 'gold.patch')?.bytes;
  return {
    ok: true,
    value: {
      prompt: text('issue.md').trim(),
      timeoutMs: TASK_MS,
      fixture: fetched.files,
      hidden: fetched.fix?.hidden ?? beside,
      ...looksOf(read.value),
      criteria: [],
      reference: gold === undefined ? null : { patch: gold },
    },
  };
};
