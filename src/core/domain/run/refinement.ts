import * as z from 'zod';

const Text = z.string();

/** One thing to fix. Every text is masked, bounded and without control characters; most are untrusted. */
export const RefineItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('gate'), gate: Text, reason: Text }),
  z.strictObject({
    kind: z.literal('check'),
    check: Text,
    command: Text,
    ended: Text,
    tests: z.array(Text).describe('The failing tests, if it is about tests.'),
    log: z.array(Text).describe('The lines of its log that show why.'),
  }),
  z.strictObject({
    kind: z.literal('finding'),
    severity: Text,
    rule: Text,
    file: Text,
    line: z.int().nonnegative(),
    message: Text,
  }),
  z.strictObject({
    kind: z.literal('flag'),
    flag: Text,
    sentence: Text,
    file: Text.nullable(),
    line: z.int().nonnegative().nullable(),
    advice: Text,
  }),
  z.strictObject({
    kind: z.literal('convention'),
    rule: z.enum(['casing', 'file-name', 'boundary', 'schema', 'vocabulary']),
    path: Text.nullable(),
    found: Text,
    expected: Text,
  }),
]);
export type RefineItem = z.infer<typeof RefineItem>;

/** What to fix in a candidate, for a person or as a model's next prompt. */
export const Refinement = z.strictObject({
  candidate: Text,
  total: z.number().nullable().describe('0 to 1.'),
  threshold: z.number().describe('From this total on, nothing needs fixing.'),
  needed: z.boolean().describe('The total is below the threshold, or unknown, or a gate failed.'),
  items: z.array(RefineItem),
  left_out: z.int().nonnegative().describe('Number of further items that were left out.'),
});
export type Refinement = z.infer<typeof Refinement>;
