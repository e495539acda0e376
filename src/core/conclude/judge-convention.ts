import type { ConventionCard } from '../domain/run/conclusion.ts';
import type { ConventionEvidence } from '../domain/evidence/convention-evidence.ts';
import type { ConventionFacts } from '../domain/source/convention-facts.ts';
import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import { type Measured, measured, missing } from '../domain/measured.ts';
import { execOf } from './exec-of-evidence.ts';
import { conventionScore } from '../score/convention/model.ts';

const factsOf = (seen: ConventionEvidence): Omit<ConventionFacts, 'exec'> => ({
  identifiers: seen.identifiers,
  glossary: measured(seen.glossary),
  casing: measured(new Map(seen.casing.map(({ kind, style }) => [kind, style]))),
  new_boundary_errors: measured(seen.boundary_errors),
  schema_errors: seen.schema_errors,
  file_pattern: measured(seen.file_pattern),
});

export const cardOf = (seen: ConventionEvidence, exec: ConventionFacts['exec']): ConventionCard => {
  const { breakdown, total, reasons } = conventionScore({ ...factsOf(seen), exec });
  return { breakdown: { ...breakdown }, total, reasons: { ...reasons } };
};

/** `share`: the total of 0 to 1, or why a change is not judged; `card`: what it is made of. */
export type JudgedConvention = { readonly share: Measured<number>; readonly card?: ConventionCard };

/** A language that nobody here can read is not judged at all: what is left of the scores would be full marks for it. */
const shareOf = ({ identifiers }: ConventionEvidence, card: ConventionCard): Measured<number> => {
  if (!identifiers.known && identifiers.cause === 'not-configured') return identifiers;
  return card.total === null
    ? missing('infrastructure', card.reasons['total'] ?? 'not scored')
    : measured(card.total);
};

/** The convention model on what was stored of a candidate; null where nobody looked at conventions. */
export const judgeConvention = (
  baseline: TreeEvidence,
  evidence: Evidence,
  aside: ReadonlySet<string>,
): JudgedConvention | null => {
  const { convention } = evidence;
  if (convention === undefined) return null;
  if (!convention.known) return { share: convention };
  const { lint_errors, type_errors, tests_passed, tests_failed } = execOf(baseline, evidence, aside);
  const exec = measured({ lint_errors, type_errors, tests_passed, tests_failed });
  const card = cardOf(convention.value, exec);
  return { share: shareOf(convention.value, card), card };
};
