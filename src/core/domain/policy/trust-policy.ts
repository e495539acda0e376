import * as z from 'zod';
import { FlagSeverity } from '../flags/flag.ts';

/** How far candidates are trusted: `[trust]`. */
export const TrustPolicy = z.strictObject({
  editable_tests: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Files and patterns of tests that a candidate may change: its version is used, not the base's.",
    ),
  allowed_test_changes: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Ids of base tests that a candidate may break, because their behaviour is meant to change; they are ignored for all candidates.',
    ),
  requires_progress: z
    .boolean()
    .optional()
    .describe(
      'Whether a candidate must make a test pass that fails on the base; absent: yes if any candidate shows that it is possible.',
    ),
  examine_elsewhere: z
    .boolean()
    .optional()
    .describe(
      'Whether the tests of possible winners run once more in other surroundings (path, user, host name, time zone, date, order); absent: yes.',
    ),
  flags: z
    .record(z.string().min(1), FlagSeverity)
    .default({})
    .describe('What a flag does, by its id: "block", "warn" or "off".'),
});
export type TrustPolicy = z.infer<typeof TrustPolicy>;
