import * as z from 'zod';
import { Trust } from './test-report.ts';

export const Severity = z.enum(['error', 'warning']);
export type Severity = z.infer<typeof Severity>;

export const Finding = z.strictObject({
  rule: z.string(),
  severity: Severity,
  /** Relative to the repository; empty if the tool names no file. */
  file: z.string(),
  line: z.int().nonnegative(),
  message: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** Format of a report, and rule of its only finding, if nothing but the exit code is known. */
export const EXIT_CODE = 'exit-code';

export const LintReport = z.strictObject({
  format: z.string(),
  trust: Trust,
  errors: z.int().nonnegative(),
  warnings: z.int().nonnegative(),
  findings: z.array(Finding),
});
export type LintReport = z.infer<typeof LintReport>;
