import * as z from 'zod';

export const TestOutcome = z.enum(['passed', 'failed', 'skipped']);
export type TestOutcome = z.infer<typeof TestOutcome>;

/** Console text is the last resort: whoever writes to the console can write a result. */
export const Trust = z.enum(['structured', 'low-trust']);
export type Trust = z.infer<typeof Trust>;

const Count = z.int().nonnegative();

/** What a test run said, by id where the runner names its tests. */
export const TestReport = z.strictObject({
  format: z.string(),
  trust: Trust,
  passed: Count,
  failed: Count,
  skipped: Count,
  /** Absent where the source gives counts alone. */
  outcomes: z.record(z.string(), TestOutcome).optional(),
  /** Test id → file, relative to the repository, where the runner says so. */
  files: z.record(z.string(), z.string()).optional(),
});
export type TestReport = z.infer<typeof TestReport>;
