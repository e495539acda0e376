import { z } from 'zod';
import { ObjectiveCheck } from '../../core/domain/objective-check.ts';
import type { SuiteFile, SuiteTask } from '../../core/domain/suite-task.ts';
import type { Parsed } from './parse-with.ts';
import { parseWith } from './parse-with.ts';

const TASK_MS = 1_800_000;
const CHECK_SECONDS = 600;

const Tests = z.union([z.array(z.string()), z.strictObject({ command: z.string().min(1).max(4000) })]);
/** What a comparison needs of a benchmark's `task.toml`. */
const BenchmarkFile = z.looseObject({
  repo: z.unknown().optional(),
  tests: z.looseObject({ fail_to_pass: Tests, pass_to_pass: Tests.default([]) }),
});

const asCheck = (name: string, tests: z.infer<typeof Tests>): readonly ObjectiveCheck[] =>
  Array.isArray(tests)
    ? []
    : [ObjectiveCheck.parse({ type: 'command', name, run: tests.command, timeout_seconds: CHECK_SECONDS })];

type Read = Pick<
  SuiteTask,
  'prompt' | 'timeoutMs' | 'fixture' | 'checks' | 'hidden' | 'criteria' | 'reference'
>;

/** `issue.md` tells a task of the benchmark from a light one. */
export const isBenchmarkTask = (files: readonly SuiteFile[]): boolean =>
  files.some(({ path }) => path === 'issue.md');

/** A task of the benchmark as a comparison runs it: its issue, its repository, and hidden tests by command. */
export const readBenchmarkTask = (
  files: readonly SuiteFile[],
  below: (folder: string) => readonly SuiteFile[],
  parseToml: (text: string) => unknown,
): Parsed<Read> => {
  const text = (path: string): string =>
    Buffer.from(files.find((file) => file.path === path)?.bytes ?? []).toString('utf8');
  const read = parseWith(BenchmarkFile, text('task.toml'), parseToml);
  if (!read.ok) return { ok: false, reason: `task.toml: ${read.reason}` };
  const { tests, repo } = read.value;
  const refused = (reason: string): Parsed<Read> => ({ ok: false, reason });
  if (repo !== undefined) return refused('its repository is elsewhere; `hydra compare` needs a folder repo');
  const byId = [tests.fail_to_pass, tests.pass_to_pass].some((one) => Array.isArray(one) && one.length > 0);
  if (byId) return refused('its tests are named by id; `hydra compare` needs a command that runs them');
  const gold = files.find(({ path }) => path === 'gold.patch');
  return {
    ok: true,
    value: {
      prompt: text('issue.md').trim(),
      timeoutMs: TASK_MS,
      fixture: below('repo/'),
      hidden: below('tests/'),
      checks: [
        ...asCheck('fail_to_pass', tests.fail_to_pass),
        ...asCheck('pass_to_pass', tests.pass_to_pass),
      ],
      criteria: [],
      reference: gold === undefined ? null : { patch: gold.bytes },
    },
  };
};
