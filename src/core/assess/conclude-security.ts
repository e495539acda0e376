import type { AssessedFinding, SecurityResult } from '../domain/evidence/assessment.ts';
import type { BenchmarkFacts, LanguageSecurity } from '../domain/bench/benchmark-facts.ts';
import { type Measured, type Missing, measured, missing, valueOrNull } from '../domain/measured.ts';
import { scoreSecurity } from '../score/benchmark/score-security.ts';
import { concludeLanguages } from './conclude-languages.ts';
import {
  type AssessedLanguage,
  countedFindings,
  silentTools,
  toolsOf,
  unreadable,
  whyNothing,
} from './assessed-language.ts';

export type Security = { readonly facts: BenchmarkFacts['security']; readonly result: SecurityResult };

const NOTHING = missing(
  'not-configured',
  'no analyser available: no changed file is of a language that is scanned',
);

const levelsOf = (findings: readonly AssessedFinding[]) => {
  const count = (level: string): number => findings.filter((one) => one.level === level).length;
  return { high: count('high'), medium: count('medium'), low: count('low') };
};

const factsOf = (language: AssessedLanguage): Measured<LanguageSecurity> => {
  const broken = unreadable(language);
  if (broken !== null) return broken;
  const counted = countedFindings(language);
  const isScanned = language.outcomes.some(({ result, isPartial }) => result.known && !isPartial);
  if (!isScanned && counted.length === 0)
    return missing('not-configured', whyNothing(language, 'no scanner for this language'));
  const { high, medium, low } = levelsOf(counted);
  return measured({ critical: 0, high: measured(high), medium: measured(medium), low: measured(low) });
};

const detailsOf = (language: AssessedLanguage, facts: Measured<LanguageSecurity>) => {
  const counted = countedFindings(language);
  const score = scoreSecurity({ security: measured(new Map([[language.name, facts]])) });
  const levels = facts.known ? levelsOf(counted) : { high: null, medium: null, low: null };
  const paths = [...language.files.map(({ file }) => file.path), ...language.manifests];
  return {
    score: valueOrNull(score),
    tools: [...toolsOf(language)],
    ...levels,
    reasons: { ...silentTools(language), ...(facts.known ? {} : { language: facts.reason }) },
    files: facts.known
      ? Object.fromEntries(paths.map((path) => [path, levelsOf(counted.filter((one) => one.path === path))]))
      : {},
  };
};

/** Hazards in changed lines and changed manifests, weighed by severity; per language, then the mean. */
export const concludeSecurity = (
  languages: readonly AssessedLanguage[],
  notes: readonly string[] = [],
  none: Missing = NOTHING,
): Security =>
  concludeLanguages({
    languages,
    notes,
    none,
    factsOf,
    score: (security) => scoreSecurity({ security }),
    detailsOf,
    findingsOf: countedFindings,
  });
