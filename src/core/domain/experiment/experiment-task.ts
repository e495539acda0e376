import * as z from 'zod';
import { ObjectiveCheck } from './objective-check.ts';
import type { TaskFile } from '../bench/bench-task.ts';

const TASK_SECONDS = 600;
const MOST_SECONDS = 86_400;

/** What a judge looks for, beyond what can be checked. */
export const RubricCriterion = z.strictObject({
  name: z.string().trim().min(1).max(500),
  weight: z.number().positive().max(1000).default(1),
});
export type RubricCriterion = z.infer<typeof RubricCriterion>;

/** `task.toml` of a light task: what an agent is asked, and what is checked afterwards. */
export const LightTaskFile = z.strictObject({
  /** Absent: the text of `prompt.md`. */
  prompt: z.string().trim().min(1).max(100_000).optional(),
  timeout_seconds: z.number().positive().max(MOST_SECONDS).default(TASK_SECONDS),
  checks: z.array(ObjectiveCheck).max(200).default([]),
  rubric: z.strictObject({ criteria: z.array(RubricCriterion).min(1).max(20) }).optional(),
});
export type LightTaskFile = z.infer<typeof LightTaskFile>;

export type SuiteFile = { readonly path: string; readonly bytes: Uint8Array; readonly executable: boolean };

/** A task of a suite, of either kind, as an experiment needs it. */
export type ExperimentTask = {
  readonly id: string;
  /** sha-256 over every file of the task. */
  readonly hash: string;
  readonly prompt: string;
  readonly timeoutMs: number;
  /** What the agent finds, before a configuration is laid over it. */
  readonly fixture: readonly SuiteFile[];
  readonly checks: readonly ObjectiveCheck[];
  /** Of a benchmark task with tests by id: its verifier runs them. */
  readonly tests?: TaskFile['tests'];
  /** How that verifier installs and tests the repository, if its files do not show it. */
  readonly settings?: Pick<TaskFile, 'setup' | 'services'>;
  /** Files that only checks and hidden tests see. */
  readonly hidden: readonly SuiteFile[];
  readonly criteria: readonly RubricCriterion[];
  /** How the task is solved: files laid over the fixture, or a patch; null: no solution is given. */
  readonly reference: { readonly files: readonly SuiteFile[] } | { readonly patch: Uint8Array } | null;
};
