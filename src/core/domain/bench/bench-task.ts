import * as z from 'zod';
import { EfficiencyScales } from './benchmark-policy.ts';
import { ProfileId } from '../policy/hydra-config.ts';
import { SandboxPolicy } from '../policy/sandbox-policy.ts';
import { ServicesPolicy, VariableName } from '../policy/services-policy.ts';

const Sentence = z.string().trim().min(1).max(200);
const TestId = z.string().min(1).max(1000);

/** Tests by their ids, or one command: `node {hidden}/check.js {workspace}`. */
export const TaskTests = z.union([
  z.array(TestId).max(5000),
  z.strictObject({ command: z.string().min(1).max(4000) }),
]);
export type TaskTests = z.infer<typeof TaskTests>;

export const TASK_LANGUAGES = [
  'python',
  'javascript',
  'typescript',
  'go',
  'java',
  'rust',
  'ruby',
  'cpp',
  'other',
] as const;
export const TASK_KINDS = ['bug', 'feature', 'refactor', 'security', 'performance'] as const;

const Command = z.string().min(1).max(4000);
const Seconds = z.number().positive().max(86_400);
const FullId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'not the full id of a commit');

/** `[setup]`: how the task's repository is installed and tested, if its files do not show it. */
export const TaskSetup = z.strictObject({
  profile: ProfileId.optional().describe(
    'Preset of commands for a language; absent: detected from the files.',
  ),
  install: z
    .union([Command, z.literal(false)])
    .optional()
    .describe('Installs dependencies; false: nothing to install.'),
  build: z
    .union([Command, z.literal(false)])
    .optional()
    .describe('Builds before the tests; false: there is no build.'),
  test: Command.optional().describe('Runs the tests.'),
  report: z
    .strictObject({ format: z.string().min(1), path: z.string().min(1).optional() })
    .optional()
    .describe('How the results of the test command are read, as in [scoring.reports].'),
  timeout_seconds: Seconds.optional().describe('For the build and for the tests.'),
  install_timeout_seconds: Seconds.optional(),
  image: SandboxPolicy.shape.image.describe(
    'Container image whose tools are used; fetched if it is missing.',
  ),
  environment: z
    .record(VariableName, z.string().max(4000))
    .default({})
    .describe('Variables of the installation, the build and the tests.'),
});
export type TaskSetup = z.infer<typeof TaskSetup>;

/** Where a task's repository comes from; its history stays there. */
export const TaskSource = z.strictObject({
  git: z.string().min(1),
  ref: z.string().min(1),
  /** The commit that solves the task: hidden tests and gold.patch are taken from it when the task runs. */
  fix: FullId.optional(),
});
export type TaskSource = z.infer<typeof TaskSource>;

/** What the difficulty was estimated from. */
export const TaskEstimate = z.strictObject({
  /** Of the solution: changed lines, files and hunks. */
  lines: z.int().nonnegative(),
  files: z.int().nonnegative(),
  hunks: z.int().nonnegative(),
  /** Highest complexity of a function that the solution touches; absent: none was measured. */
  complexity: z.int().positive().optional(),
  /** Whether the text names a file of the solution. */
  named: z.boolean(),
});
export type TaskEstimate = z.infer<typeof TaskEstimate>;

/** `task.toml`. */
export const TaskFile = z
  .strictObject({
    title: Sentence,
    language: z.enum(TASK_LANGUAGES),
    kind: z.enum(TASK_KINDS),
    difficulty: z.enum(['easy', 'medium', 'hard']).default('medium'),
    /** Instead of a folder `repo`. */
    estimate: TaskEstimate.optional(),
    /** What makes the parts of efficiency 0 for a task of this size. */
    efficiency: EfficiencyScales.optional(),
    repo: TaskSource.optional(),
    setup: TaskSetup.optional(),
    /** As `[services]` in hydra.toml. */
    services: ServicesPolicy.optional(),
    tests: z.strictObject({
      fail_to_pass: TaskTests,
      pass_to_pass: TaskTests.default([]),
      /** Paths of `repo.fix` that are the hidden tests; absent: all that a test runner would take for tests. */
      files: z.array(z.string().min(1).max(1000)).min(1).max(2000).optional(),
    }),
  })
  .refine(({ tests }) => !Array.isArray(tests.fail_to_pass) || tests.fail_to_pass.length > 0, {
    path: ['tests', 'fail_to_pass'],
    error: 'a task without a test that fails proves nothing',
  });
export type TaskFile = z.infer<typeof TaskFile>;

/** `mock.json`: what `mock:script` replies and calls, turn by turn. */
export const TaskScript = z
  .array(
    z.strictObject({
      text: z.string().max(100_000).default(''),
      calls: z
        .array(z.strictObject({ name: z.string(), input: z.unknown() }))
        .max(100)
        .default([]),
    }),
  )
  .max(1000);
export type TaskScript = z.infer<typeof TaskScript>;

/** A task as found; its hash covers every byte. */
export type BenchTask = TaskFile & {
  readonly id: string;
  readonly folder: string;
  readonly issue: string;
  /** Null: in the commit `repo.fix`, which is fetched when the task runs. */
  readonly gold: Uint8Array | null;
  /** `folder`: tests/. `patch`: tests.patch, a change of the base. `fix`: in the commit `repo.fix`. */
  readonly hiddenIn: 'folder' | 'patch' | 'fix';
  /** Absent: there is no script for `mock:script`. */
  readonly script?: TaskScript;
  /** sha-256 over every file of the task: results for another hash are not comparable. */
  readonly hash: string;
};
