import * as z from 'zod';
import { TaskFile } from '../domain/bench/bench-task.ts';
import { taskLanguage } from './task-text.ts';
import { writeTaskToml } from './write-task-toml.ts';

/** Tests as a list, or as the JSON text of one. */
const Tests = z.union([
  z.array(z.string()).max(20_000),
  z.string().transform((text, context): string[] => {
    try {
      return z.array(z.string()).max(20_000).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'not a list of tests' });
      return z.NEVER;
    }
  }),
]);
const Text = z.string().max(10_000_000);

/** One row of SWE-bench, or of a data set that follows it; what else it has is ignored. */
export const SweRow = z.looseObject({
  instance_id: z.string().min(1).max(200),
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'not OWNER/NAME'),
  base_commit: z.string().regex(/^[0-9a-f]{40}$/, 'not the full id of a commit'),
  patch: Text.min(1),
  test_patch: Text.min(1),
  problem_statement: Text.min(1),
  FAIL_TO_PASS: Tests,
  PASS_TO_PASS: Tests.default([]),
  image_name: z.string().optional(),
  docker_image: z.string().optional(),
  install_config: z
    .looseObject({ install: z.unknown().optional(), test_cmd: z.unknown().optional() })
    .nullish(),
});
export type SweRow = z.infer<typeof SweRow>;

/** The files of an imported task, by path. */
export type ImportedTask = { readonly name: string; readonly files: Readonly<Record<string, string>> };

/** `tests/test_a.py::TestB::test_c` as reports of pytest name it; other names stay as they are. */
export const hydraTestId = (id: string): string => {
  const [path = '', ...names] = id.split('::');
  if (names.length === 0 || !path.endsWith('.py')) return id;
  const name = names.pop() ?? '';
  return `${[path.slice(0, -'.py'.length).replaceAll('/', '.'), ...names].join('.')} > ${name}`;
};

const CHANGED = /^\+\+\+ b\/(.{1,1000})$/gm;
const LONGEST_TITLE = 200;
const MOST_TESTS = 5000;

/** A name for a folder: letters, digits, dots and dashes. */
export const taskName = (id: string): string =>
  id
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 64);

const firstLine = (text: string): string =>
  (text.split('\n').find((line) => line.trim() !== '') ?? '')
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, LONGEST_TITLE);

const commandOf = (value: unknown): string | undefined => {
  const lines = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' && one !== '',
  );
  return lines.length === 0 ? undefined : lines.join(' && ');
};

const setupOf = ({ install_config: config, image_name, docker_image }: SweRow, withoutImage: boolean) => {
  const [install, test] = [commandOf(config?.install), commandOf(config?.test_cmd)];
  const image = withoutImage ? undefined : (docker_image ?? image_name);
  const setup = {
    ...(install === undefined ? {} : { install }),
    ...(test === undefined ? {} : { test }),
    ...(image === undefined ? {} : { image }),
  };
  return Object.keys(setup).length === 0 ? {} : { setup };
};

/** A row as a task: the repository is fetched when it runs, hidden tests are a patch of it. */
export const importSweRow = (row: SweRow, { withoutImage = false } = {}): ImportedTask => {
  const changed = [...row.patch.matchAll(CHANGED)].map(([, path]) => path ?? '');
  const file = TaskFile.parse({
    title: firstLine(row.problem_statement) || row.instance_id,
    language: taskLanguage(changed),
    kind: 'bug',
    repo: { git: `https://github.com/${row.repo}`, ref: row.base_commit },
    ...setupOf(row, withoutImage),
    tests: {
      fail_to_pass: row.FAIL_TO_PASS.map(hydraTestId),
      pass_to_pass: row.PASS_TO_PASS.map(hydraTestId).slice(0, MOST_TESTS),
    },
  });
  const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
  return {
    name: taskName(row.instance_id),
    files: {
      'task.toml': writeTaskToml(file),
      'issue.md': ended(row.problem_statement),
      'gold.patch': ended(row.patch),
      'tests.patch': ended(row.test_patch),
    },
  };
};
