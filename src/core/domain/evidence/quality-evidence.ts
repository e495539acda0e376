import * as z from 'zod';
import { AssessedFinding } from './assessment.ts';
import { measuredOf } from '../measured.ts';

const Count = z.int().nonnegative();

/** The parts of the benchmark's quality score, for one language of a change. */
const QualityOfOne = z.strictObject({
  violations: measuredOf(Count),
  changed_loc: measuredOf(Count),
  cc: measuredOf(z.number().nonnegative()),
  mi: measuredOf(z.number()),
});

/** The quality of a change by bundled analysers, so that every machine gets the same result. */
export const QualityEvidence = z.strictObject({
  languages: z.array(z.strictObject({ name: z.string(), facts: measuredOf(QualityOfOne) })),
  tools: z.array(z.string()),
  findings: z.array(AssessedFinding),
  notes: z.array(z.string()),
});
export type QualityEvidence = z.infer<typeof QualityEvidence>;
