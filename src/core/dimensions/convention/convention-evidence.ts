import * as z from 'zod';
import { ConventionBreach } from '../../domain/candidate/source-change.ts';
import { CasingStyle, NameUsage } from '../../domain/source/convention-facts.ts';
import { measuredOf } from '../../domain/measured.ts';

const Count = z.int().nonnegative();

/** How a change compares with its repository, as the convention model reads it; check results are stored elsewhere. */
export const ConventionEvidence = z.strictObject({
  /** Names that the change declares or newly uses. */
  identifiers: measuredOf(z.array(z.strictObject({ name: z.string(), kind: z.string() }))),
  /** The most used names around the changed files. */
  glossary: z.array(z.string()),
  /** The recommended style of each kind of name that the change declares. */
  casing: z.array(z.strictObject({ kind: z.string(), style: CasingStyle })),
  /** How far each name follows those around it; absent in evidence of earlier engines. */
  usage: z.array(NameUsage).optional(),
  boundary_errors: Count,
  schema_errors: measuredOf(Count),
  file_pattern: z.number().min(0).max(1),
  /** What does not fit, and what would fit; only the first ones. */
  breaches: z.array(ConventionBreach),
  notes: z.array(z.string()),
});
export type ConventionEvidence = z.infer<typeof ConventionEvidence>;
