import type { AssessedFinding } from '../domain/evidence/assessment.ts';
import { type Measured, type Missing, measured, valueOrNull } from '../domain/measured.ts';
import { type AssessedLanguage, sortFindings } from './assessed-language.ts';

type Details = { readonly tools: readonly string[] };
export type LanguageFacts<F> = Measured<ReadonlyMap<string, Measured<F>>>;

type Assessment<F, D extends Details> = {
  readonly languages: readonly AssessedLanguage[];
  readonly notes: readonly string[];
  /** Why nothing is known if no language is assessed. */
  readonly none: Missing;
  factsOf(language: AssessedLanguage): Measured<F>;
  score(facts: LanguageFacts<F>): Measured<number>;
  detailsOf(language: AssessedLanguage, facts: Measured<F>): D;
  findingsOf(language: AssessedLanguage): readonly AssessedFinding[];
};

/** Facts, score and details by language, and the score of all. */
export const concludeLanguages = <F, D extends Details>(assessment: Assessment<F, D>) => {
  const { languages, notes, none } = assessment;
  const known = new Map(languages.map((language) => [language.name, assessment.factsOf(language)]));
  const facts: LanguageFacts<F> = languages.length === 0 ? none : measured(known);
  const score = assessment.score(facts);
  const details = languages.map(
    (language) => [language.name, assessment.detailsOf(language, known.get(language.name) ?? none)] as const,
  );
  return {
    facts,
    result: {
      score: valueOrNull(score),
      details: {
        reason: score.known ? null : score.reason,
        tools: [...new Set(details.flatMap(([, { tools }]) => tools))],
        languages: Object.fromEntries(details),
        findings: sortFindings(languages.flatMap(assessment.findingsOf)),
        notes: [...notes],
      },
    },
  };
};
