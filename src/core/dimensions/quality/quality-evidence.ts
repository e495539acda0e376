import * as z from 'zod';
import { AssessedFinding } from '../../domain/evidence/assessment.ts';
import { measuredOf } from '../../domain/measured.ts';

const Count = z.int().nonnegative();

/** The inputs of the benchmark's quality for one language of a change. */
const QualityOfOne = z.strictObject({
  violations: measuredOf(Count),
  changed_loc: measuredOf(Count),
  cc: measuredOf(z.number().nonnegative()),
  mi: measuredOf(z.number()),
  /** Against the base; absent in evidence of earlier engines, and if the absolute formula was requested. */
  added: z
    .strictObject({
      violations: measuredOf(Count),
      cc: measuredOf(z.number().nonnegative()),
      mi: measuredOf(z.number().nonnegative()),
    })
    .optional(),
});

/** The quality of a change by the bundled analysers, so that two machines get the same result. */
export const QualityEvidence = z.strictObject({
  languages: z.array(z.strictObject({ name: z.string(), facts: measuredOf(QualityOfOne) })),
  tools: z.array(z.string()),
  findings: z.array(AssessedFinding),
  notes: z.array(z.string()),
});
export type QualityEvidence = z.infer<typeof QualityEvidence>;
