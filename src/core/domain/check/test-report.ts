import * as z from 'zod';

export const TestOutcome = z.enum(['passed', 'failed', 'skipped']);
export type TestOutcome = z.infer<typeof TestOutcome>;

/** Console text is the last resort: any code can print a fake result. */
export const Trust = z.enum(['structured', 'low-trust']);
export type Trust = z.infer<typeof Trust>;

const Count = z.int().nonnegative();

/** Stands for all that a test command does: it passes if the command exits with 0. */
export const WHOLE_COMMAND = '(the whole test command)';

/** The result of a test run, by id if the runner names its tests. */
export const TestReport = z.strictObject({
  format: z.string(),
  trust: Trust,
  passed: Count,
  failed: Count,
  skipped: Count,
  /** Absent if the source gives only counts. */
  outcomes: z.record(z.string(), TestOutcome).optional(),
  /** Test id → file, relative to the repository, if the runner reports it. */
  files: z.record(z.string(), z.string()).optional(),
  /** Test id → folder of the module that left its report, if several did. */
  modules: z.record(z.string(), z.string()).optional(),
  /** Counts in the output of a command that is judged by its exit code; absent if they contradict it or each other. */
  told: z.strictObject({ passed: Count, failed: Count, skipped: Count }).optional(),
});
export type TestReport = z.infer<typeof TestReport>;

/** Nothing but the exit code is known about its tests. */
export const isByExitCode = ({ outcomes = {} }: Pick<TestReport, 'outcomes'>): boolean =>
  Object.hasOwn(outcomes, WHOLE_COMMAND) && Object.keys(outcomes).length === 1;
