import * as z from 'zod';
import { EfficiencyScales } from './benchmark-policy.ts';

const Sentence = z.string().trim().min(1).max(200);
const TestId = z.string().min(1).max(1000);

/** Tests by their ids, or one command: `node {hidden}/check.js {workspace}`. */
export const TaskTests = z.union([
  z.array(TestId).max(5000),
  z.strictObject({ command: z.string().min(1).max(4000) }),
]);
export type TaskTests = z.infer<typeof TaskTests>;

export const TASK_LANGUAGES = ['python', 'javascript', 'typescript', 'go', 'java', 'rust'] as const;
export const TASK_KINDS = ['bug', 'feature', 'refactor', 'security', 'performance'] as const;

/** `task.toml`. */
export const TaskFile = z
  .strictObject({
    title: Sentence,
    language: z.enum(TASK_LANGUAGES),
    kind: z.enum(TASK_KINDS),
    difficulty: z.enum(['easy', 'medium', 'hard']).default('medium'),
    /** Instead of a folder `repo`. */
    repo: z.strictObject({ git: z.string().min(1), ref: z.string().min(1) }).optional(),
    /** What makes the parts of efficiency 0 for a task of this size. */
    efficiency: EfficiencyScales.optional(),
    tests: z.strictObject({ fail_to_pass: TaskTests, pass_to_pass: TaskTests.default([]) }),
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
  readonly gold: Uint8Array;
  /** Absent: there is no script for `mock:script`. */
  readonly script?: TaskScript;
  /** sha-256 over every file of the task: results for another hash are not comparable. */
  readonly hash: string;
};
