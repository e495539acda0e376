import { countChangedLoc, touches } from '../analyse/change/line-spans.ts';
import type { QualityResult } from '../domain/evidence/assessment.ts';
import type { BenchmarkFacts, LanguageQuality } from '../domain/bench/benchmark-facts.ts';
import {
  mapMeasured,
  type Measured,
  type Missing,
  measured,
  missing,
  valueOrNull,
} from '../domain/measured.ts';
import { mean } from '../math/mean.ts';
import { scoreQuality } from '../score/benchmark/score-quality.ts';
import { addedComplexity, lostMaintainability } from './compare-functions.ts';
import { concludeLanguages } from './conclude-languages.ts';
import {
  addedFindings,
  type AssessedLanguage,
  countedFindings,
  type MeasuredFile,
  silentTools,
  toolsOf,
  unreadable,
  whyNothing,
} from './assessed-language.ts';

export type Quality = { readonly facts: BenchmarkFacts['quality']; readonly result: QualityResult };

const NOTHING = missing(
  'not-configured',
  'no analyser available: no changed file is of a language that is analysed',
);

const complexities = ({ file, functions }: MeasuredFile): readonly number[] =>
  functions.known
    ? functions.value.flatMap(({ firstLine, lastLine, complexity }) =>
        touches(file, firstLine, lastLine) ? [complexity] : [],
      )
    : [];

const meanOr = (values: readonly number[], whenEmpty: string): Measured<number> => {
  const average = mean(values);
  return average === null ? missing('not-configured', whenEmpty) : measured(average);
};

/** A file in which no function is touched is compared as a whole. */
const lossesOf = ({ compared, maintainability }: MeasuredFile): readonly number[] => {
  if (compared === undefined) return [];
  const { functions, maintainabilityBefore } = compared;
  const losses =
    functions.length > 0
      ? functions.map(({ before, after }) =>
          lostMaintainability(before?.maintainability ?? null, after.maintainability ?? null),
        )
      : [lostMaintainability(maintainabilityBefore, compared.maintainability ?? maintainability)];
  return losses.filter((loss) => loss !== null);
};

const addedOf = (language: AssessedLanguage, violations: Measured<number>): LanguageQuality['added'] => {
  if (language.files.every(({ compared }) => compared === undefined)) return undefined;
  return {
    violations: mapMeasured(violations, () => addedFindings(language).length),
    cc: meanOr(
      language.files.flatMap(({ compared }) => (compared?.functions ?? []).map(addedComplexity)),
      'no function among the changed lines',
    ),
    mi: meanOr(language.files.flatMap(lossesOf), 'no code was measured'),
  };
};

const factsOf = (language: AssessedLanguage): Measured<LanguageQuality> => {
  const broken = unreadable(language);
  if (broken !== null) return broken;
  const linted = language.outcomes.some(({ result, isFormatter }) => result.known && !isFormatter);
  const violations = linted
    ? measured(countedFindings(language).length)
    : missing('not-configured', whyNothing(language, 'no linter for this language'));
  const added = addedOf(language, violations);
  return measured({
    violations,
    ...(added === undefined ? {} : { added }),
    changed_loc: measured(language.files.reduce((sum, { file }) => sum + countChangedLoc(file), 0)),
    cc: meanOr(language.files.flatMap(complexities), 'no function among the changed lines'),
    mi: meanOr(
      language.files.flatMap(({ maintainability }) => maintainability ?? []),
      'no code was measured',
    ),
  });
};

const FACTS = ['violations', 'changed_loc', 'cc', 'mi'] as const;

const reasonsOf = (facts: LanguageQuality): Record<string, string> =>
  Object.fromEntries(
    FACTS.flatMap((name) => {
      const value = facts[name];
      return value.known ? [] : [[name, value.reason]];
    }),
  );

const filesOf = (language: AssessedLanguage, isLinted: boolean) => {
  const counted = countedFindings(language);
  return Object.fromEntries(
    language.files.map((one) => [
      one.file.path,
      {
        changed_loc: countChangedLoc(one.file),
        violations: isLinted ? counted.filter(({ path }) => path === one.file.path).length : null,
        functions: complexities(one).length,
        cc: mean(complexities(one)),
        mi: one.maintainability,
      },
    ]),
  );
};

const absoluteOf = (facts: Measured<LanguageQuality>): Measured<LanguageQuality> =>
  mapMeasured(facts, ({ added: _added, ...absolute }) => absolute);

const scoreOne = (name: string, facts: Measured<LanguageQuality>): number | null =>
  valueOrNull(scoreQuality({ quality: measured(new Map([[name, facts]])) }));

/** The parts of the score of a change, together with the documented score. */
const addedDetails = ({ name }: AssessedLanguage, facts: Measured<LanguageQuality>) => {
  const added = facts.known ? facts.value.added : undefined;
  if (added === undefined) return {};
  return {
    absolute_score: scoreOne(name, absoluteOf(facts)),
    added: {
      violations: valueOrNull(added.violations),
      cc: valueOrNull(added.cc),
      mi: valueOrNull(added.mi),
    },
  };
};

const detailsOf = (language: AssessedLanguage, facts: Measured<LanguageQuality>) => {
  const own = facts.known ? facts.value : null;
  const isMeasured = own !== null && (own.cc.known || own.mi.known);
  return {
    score: scoreOne(language.name, facts),
    ...addedDetails(language, facts),
    tools: [...toolsOf(language), ...(isMeasured ? [language.measuredBy] : [])],
    violations: own === null ? null : valueOrNull(own.violations),
    changed_loc: own === null ? null : valueOrNull(own.changed_loc),
    cc: own === null ? null : valueOrNull(own.cc),
    mi: own === null ? null : valueOrNull(own.mi),
    reasons: {
      ...silentTools(language),
      ...(facts.known ? reasonsOf(facts.value) : { language: facts.reason }),
    },
    files: filesOf(language, own?.violations.known ?? false),
  };
};

/** Lint findings in changed lines, complexity and maintainability of the functions touched, against the base where it was read; per language, then the mean. */
export const concludeQuality = (
  languages: readonly AssessedLanguage[],
  notes: readonly string[] = [],
  none: Missing = NOTHING,
): Quality =>
  concludeLanguages({
    languages: languages.filter(({ files }) => files.length > 0),
    notes,
    none,
    factsOf,
    score: (quality) => scoreQuality({ quality }),
    detailsOf,
    findingsOf: addedFindings,
  });
