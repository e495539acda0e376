import * as z from 'zod';

/** A project whose sources candidates change and whose tests no command ran. */
export const UnrunProject = z.strictObject({
  /** `.` is the root. */
  folder: z.string(),
  /** It has tests that could be run. */
  tests: z.boolean(),
  /** Sources in it that any candidate changes. */
  files: z.array(z.string()),
});
export type UnrunProject = z.infer<typeof UnrunProject>;
