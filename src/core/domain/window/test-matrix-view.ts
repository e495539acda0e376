import * as z from 'zod';

const Count = z.int().nonnegative();

/** Sources by tests. A row has one letter a test: p passed, f failed, s skipped, `.` not run. */
export const TestMatrixView = z.strictObject({
  sources: z.array(z.string()),
  /** Runs of columns: the base's tests, those that an author added or changed, hidden ones. */
  groups: z.array(
    z.strictObject({
      kind: z.enum(['base', 'own', 'hidden']),
      author: z.string().nullable(),
      first: Count,
      count: Count,
    }),
  ),
  tests: z.array(z.string()),
  files: z.array(z.string().nullable()),
  rows: z.array(z.string()),
  /** Tests that are not listed: they pass everywhere, or there are too many. */
  left: Count,
  total: Count,
  counts: z.array(
    z.strictObject({ source: z.string(), passed: Count, failed: Count, skipped: Count, absent: Count }),
  ),
  /** Positions in `tests`. */
  marks: z.strictObject({ quarantined: z.array(Count), excused: z.array(Count) }),
});
export type TestMatrixView = z.infer<typeof TestMatrixView>;
