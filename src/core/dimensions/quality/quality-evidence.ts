import * as z from 'zod';
import { AssessedFinding } from '../../domain/evidence/assessment.ts';
import { measuredOf } from '../../domain/measured.ts';

const Count = z.int().nonnegative();

/** What the benchmark's quality is made of, for one language of a change. */
const QualityOfOne = z.strictObject({
  violations: measuredOf(Count),
  changed_loc: measuredOf(Count),
  cc: measuredOf(z.number().nonnegative()),
  mi: measuredOf(z.number()),
});

/** The quality of a change by analysers that come with Hydra, so that two machines see the same. */
export const QualityEvidence = z.strictObject({
  languages: z.array(z.strictObject({ name: z.string(), facts: measuredOf(QualityOfOne) })),
  tools: z.array(z.string()),
  findings: z.array(AssessedFinding),
  notes: z.array(z.string()),
});
export type QualityEvidence = z.infer<typeof QualityEvidence>;
