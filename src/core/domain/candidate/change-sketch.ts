import * as z from 'zod';

const Count = z.int().nonnegative();

/** What a change does to source, short enough to keep with the evidence: enough to compare candidates with each other. */
export const ChangeSketch = z.strictObject({
  /** Where source is changed: blocks of a few lines, counted in the base. */
  places: z.array(z.strictObject({ path: z.string(), blocks: z.array(Count) })),
  /** Tokens of added lines, without comments, and how often each occurs. */
  tokens: z.array(z.tuple([z.string(), Count])),
  /** The same of tests; absent if it adds none. */
  tests: z.array(z.tuple([z.string(), Count])).optional(),
  /** False: only tests, documentation or lockfiles are changed. */
  source: z.boolean(),
});
export type ChangeSketch = z.infer<typeof ChangeSketch>;
