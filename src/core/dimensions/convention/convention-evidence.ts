import * as z from 'zod';
import { ConventionBreach } from '../../domain/candidate/source-change.ts';
import { CasingStyle, NameUsage } from '../../domain/source/convention-facts.ts';
import { measuredOf } from '../../domain/measured.ts';

const Count = z.int().nonnegative();

/** How a change compares with its repository, as input of the convention model; check results are stored elsewhere. */
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
  /** The first few names that do not fit, and names that would. */
  breaches: z.array(ConventionBreach),
  notes: z.array(z.string()),
});
export type ConventionEvidence = z.infer<typeof ConventionEvidence>;
