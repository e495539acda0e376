import type { CheckCounts, ConventionFacts } from '../../domain/source/convention-facts.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import type { ConventionCard } from '../../domain/run/conclusion.ts';
import { conventionScorecard } from '../../score/convention/model.ts';
import type { ConventionEvidence } from './convention-evidence.ts';

const factsOf = (found: ConventionEvidence): Omit<ConventionFacts, 'exec'> => ({
  identifiers: found.identifiers,
  glossary: measured(found.glossary),
  casing: measured(new Map(found.casing.map(({ kind, style }) => [kind, style]))),
  ...(found.usage === undefined ? {} : { usage: found.usage }),
  new_boundary_errors: measured(found.boundary_errors),
  schema_errors: found.schema_errors,
  file_pattern: measured(found.file_pattern),
});

/** The scores of the convention model for one change. */
export const conventionCard = (found: ConventionEvidence, exec: Measured<CheckCounts>): ConventionCard => {
  const { breakdown, total, reasons } = conventionScorecard({ ...factsOf(found), exec });
  return { breakdown: { ...breakdown }, total, reasons: { ...reasons } };
};

/** A change in languages that Hydra cannot read gets no score: the remaining parts would all be full marks. */
export const conventionShare = (
  { identifiers }: ConventionEvidence,
  card: ConventionCard,
): Measured<number> => {
  if (!identifiers.known && identifiers.cause === 'not-configured') return identifiers;
  return card.total === null
    ? missing('infrastructure', card.reasons['total'] ?? 'not scored')
    : measured(card.total);
};
