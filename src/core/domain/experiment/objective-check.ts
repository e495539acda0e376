import * as z from 'zod';

const LONGEST_COMMAND = 4000;
const MOST_SECONDS = 3600;
const CHECK_SECONDS = 120;

const Path = z.string().min(1).max(1000);
const Name = z.string().trim().min(1).max(200).optional();
const Command = z.string().min(1).max(LONGEST_COMMAND);
const Seconds = z.number().positive().max(MOST_SECONDS).default(CHECK_SECONDS);

/** `{checks}` is the folder of the task's hidden files, `{workspace}` the tree that the agent left. */
const CommandCheck = z.strictObject({
  type: z.literal('command'),
  name: Name,
  run: Command,
  exit_code: z.int().min(0).max(255).default(0),
  timeout_seconds: Seconds,
});
const FileExists = z.strictObject({
  type: z.literal('file_exists'),
  name: Name,
  path: Path,
  /** False: it must not exist. */
  exists: z.boolean().default(true),
});
const FileContains = z.strictObject({
  type: z.literal('file_contains'),
  name: Name,
  path: Path,
  /** Text, never a pattern: an agent's output must not make a check slow. */
  text: z.string().min(1).max(10_000),
  contains: z.boolean().default(true),
});
const JsonPath = z.strictObject({
  type: z.literal('json_path'),
  name: Name,
  path: Path,
  /** `scripts.test`, `list[0].name`, `["a key"]`; empty: the whole document. */
  at: z.string().max(1000),
  /** Absent: any value will do. */
  equals: z.json().optional(),
});
const TestSuite = z.strictObject({
  type: z.literal('test_suite'),
  name: Name,
  run: Command,
  /** How its output is read; `auto` recognises the usual runners. */
  format: z.string().min(1).max(50).default('auto'),
  min_passed: z.int().min(1).default(1),
  timeout_seconds: Seconds,
});
const DiffWithin = z.strictObject({
  type: z.literal('diff_within'),
  name: Name,
  /** Globs that every changed file must match; absent: any. */
  paths: z.array(Path).min(1).max(200).optional(),
  max_files: z.int().min(0).optional(),
  /** Added and removed lines together. */
  max_lines: z.int().min(0).optional(),
});

/** A property of a tree that can be checked without an opinion. */
export const ObjectiveCheck = z.discriminatedUnion('type', [
  CommandCheck,
  FileExists,
  FileContains,
  JsonPath,
  TestSuite,
  DiffWithin,
]);
export type ObjectiveCheck = z.infer<typeof ObjectiveCheck>;
export type CheckOf<T extends ObjectiveCheck['type']> = Extract<ObjectiveCheck, { readonly type: T }>;

const ABOUT: { readonly [T in ObjectiveCheck['type']]: (check: CheckOf<T>) => string } = {
  command: ({ run }) => run,
  file_exists: ({ path }) => path,
  file_contains: ({ path }) => path,
  json_path: ({ path, at }) => `${path} ${at}`,
  test_suite: ({ run }) => run,
  diff_within: ({ paths }) => (paths ?? []).join(' '),
};

const SHOWN = 80;

/** The name of a check in results: the author's, else by what it looks at. */
export const nameCheck = (check: ObjectiveCheck): string => {
  const about = ABOUT[check.type] as (one: ObjectiveCheck) => string;
  return check.name ?? `${check.type} ${about(check)}`.trim().slice(0, SHOWN);
};
