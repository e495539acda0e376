import type {
  CasingStyle,
  ConventionFacts,
  Identifier,
  NameUsage,
} from '../../domain/source/convention-facts.ts';
import { measured, type Measured, missing } from '../../domain/measured.ts';
import { jaccard } from '../../math/jaccard.ts';
import { mean } from '../../math/mean.ts';
import { matchesCasing } from '../../text/match-casing.ts';

const WEIGHT_OF = { glossary: 0.6, casing: 0.4 } as const;

/** Kinds without a recommended style are not judged; if no kind is judged, nothing breaks a style. */
const casingShare = (
  identifiers: readonly Identifier[],
  casing: ReadonlyMap<string, CasingStyle | null>,
): number => {
  const verdicts = identifiers.flatMap(({ name, kind }) => {
    const style = casing.get(kind) ?? null;
    return style === null ? [] : [matchesCasing(name, style) ? 1 : 0];
  });
  return mean(verdicts) ?? 1;
};

/** The share of new names that follow local usage, each weighted by its evidence. */
const scoreUsage = (usage: readonly NameUsage[]): Measured<number> => {
  const weights = usage.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return missing('not-configured', 'nothing around the change to compare its names with');
  return measured(usage.reduce((sum, { follows, weight }) => sum + follows * weight, 0) / weights);
};

export const scoreIdentifierMatch = ({
  identifiers,
  glossary,
  casing,
  usage,
}: Pick<ConventionFacts, 'identifiers' | 'glossary' | 'casing' | 'usage'>): Measured<number> => {
  if (!identifiers.known) return identifiers;
  if (identifiers.value.length === 0) return measured(1);
  if (usage !== undefined) return scoreUsage(usage);
  if (!glossary.known) return glossary;
  if (!casing.known) return casing;
  const names = new Set(identifiers.value.map(({ name }) => name));
  const overlap = jaccard(names, new Set(glossary.value)) ?? 0;
  const share = casingShare(identifiers.value, casing.value);
  return measured(WEIGHT_OF.glossary * overlap + WEIGHT_OF.casing * share);
};
