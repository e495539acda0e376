import * as z from 'zod';

const Count = z.int().nonnegative();

/** Some lines of a log. */
export const LogPage = z.strictObject({
  digest: z.string(),
  bytes: Count,
  lines: Count,
  /** Number of the first line, from 0. */
  from: Count,
  text: z.array(z.string()),
  /** Positions in `text` of lines that were too long to be sent whole. */
  cut: z.array(Count),
});
export type LogPage = z.infer<typeof LogPage>;

export const LogMatches = z.strictObject({
  lines: Count,
  matches: z.array(z.strictObject({ line: Count, at: Count, text: z.string() })),
  /** The line to continue from; null: that was all. */
  next: Count.nullable(),
});
export type LogMatches = z.infer<typeof LogMatches>;

export const LogOutline = z.strictObject({
  lines: Count,
  /** In order, without gaps; `to` is after the last line. Quiet parts can be folded. */
  parts: z.array(z.strictObject({ from: Count, to: Count, kind: z.enum(['quiet', 'notable']) })),
});
export type LogOutline = z.infer<typeof LogOutline>;

/** What a test printed, as far as the log of its check shows. */
export const TestOutput = z.strictObject({
  source: z.string(),
  test: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped']).nullable(),
  digest: z.string().nullable(),
  /** The line that names the test. */
  line: Count.nullable(),
  /** Number of the first line of `text`. */
  from: Count.nullable(),
  text: z.array(z.string()),
  reason: z.string().nullable(),
});
export type TestOutput = z.infer<typeof TestOutput>;

/** The line of a log that a number comes from. */
export const LogPlace = z.strictObject({
  digest: z.string().nullable(),
  /** From 0; null: no line has the text. */
  line: Count.nullable(),
  reason: z.string().nullable(),
});
export type LogPlace = z.infer<typeof LogPlace>;
