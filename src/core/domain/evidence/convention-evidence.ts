import * as z from 'zod';
import { CasingStyle } from '../source/convention-facts.ts';
import { measuredOf } from '../measured.ts';

const Count = z.int().nonnegative();

const Breach = z.strictObject({
  rule: z.enum(['casing', 'file-name', 'boundary', 'schema']),
  path: z.string(),
  found: z.string(),
  expected: z.string(),
});

/** How well a change fits its repository, as the convention model reads it; results of checks are stored elsewhere. */
export const ConventionEvidence = z.strictObject({
  /** Names that the change declares or newly uses. */
  identifiers: measuredOf(z.array(z.strictObject({ name: z.string(), kind: z.string() }))),
  /** The most used names around the changed files. */
  glossary: z.array(z.string()),
  /** The style of each judged kind that occurs in the change. */
  casing: z.array(z.strictObject({ kind: z.string(), style: CasingStyle })),
  boundary_errors: Count,
  schema_errors: measuredOf(Count),
  file_pattern: z.number().min(0).max(1),
  /** What does not fit, and what would; only the first ones. */
  breaches: z.array(Breach),
  notes: z.array(z.string()),
});
export type ConventionEvidence = z.infer<typeof ConventionEvidence>;
