import { touches } from '../analyse/change/line-spans.ts';
import type { ToolOutcome } from '../languages/parts/assessor.ts';
import type { AssessedFinding, ChangedSourceFile } from '../domain/evidence/assessment.ts';
import type { FunctionMeasure } from '../domain/evidence/code-measures.ts';
import type { Measured } from '../domain/measured.ts';
import type { TouchedFunction } from './compare-functions.ts';

export type MeasuredFile = {
  readonly file: ChangedSourceFile;
  /** Missing by the candidate: it cannot be parsed any more. */
  readonly functions: Measured<readonly FunctionMeasure[]>;
  readonly maintainability: number | null;
  /** By the syntax tree on both sides, for a change; absent: files were examined, not a change. */
  readonly compared?: {
    readonly functions: readonly TouchedFunction[];
    /** Of the whole file before; null if it is new or was not measured. */
    readonly maintainabilityBefore: number | null;
    readonly maintainability: number | null;
  };
};

/** How often each rule of a tool was broken in each file of the base; missing: it was not asked. */
export type BaseFindings = Measured<ReadonlyMap<string, number>>;

/** One language of a change: its files, and what every tool reported on them. */
export type AssessedLanguage = {
  readonly name: string;
  /** Where complexity and maintainability come from. */
  readonly measuredBy: string;
  readonly files: readonly MeasuredFile[];
  readonly manifests: readonly string[];
  readonly outcomes: readonly ToolOutcome[];
  readonly baseFindings?: BaseFindings;
};

export const toolsOf = ({ outcomes }: AssessedLanguage): readonly string[] => [
  ...new Set(outcomes.flatMap(({ tool, result }) => (result.known ? [tool] : []))),
];

export const silentTools = ({ outcomes }: AssessedLanguage): Record<string, string> =>
  Object.fromEntries(outcomes.flatMap(({ tool, result }) => (result.known ? [] : [[tool, result.reason]])));

export const whyNothing = (language: AssessedLanguage, whenNone: string): string =>
  [...new Set(Object.values(silentTools(language)))].join('; ') || whenNone;

/** Code that the change made unreadable decides the result of its language, whatever tools report on the rest. */
export const unreadable = ({ files }: AssessedLanguage): Measured<never> | null =>
  files.flatMap(({ functions }) =>
    !functions.known && functions.cause !== 'not-configured' ? [functions] : [],
  )[0] ?? null;

/** Findings in changed lines, and in manifests that the change touches. */
export const countedFindings = (language: AssessedLanguage): readonly AssessedFinding[] => {
  const files = new Map(language.files.map(({ file }) => [file.path, file]));
  const manifests = new Set(language.manifests);
  return language.outcomes.flatMap(({ result }) =>
    result.known
      ? result.value.filter(({ path, line }) => {
          const file = files.get(path);
          return file === undefined ? manifests.has(path) : touches(file, line, line);
        })
      : [],
  );
};

const findingKey = ({ rule, path }: AssessedFinding): string => `${path}\0${rule}`;

export const countFindings = (findings: readonly AssessedFinding[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(findingKey(one), (counts.get(findingKey(one)) ?? 0) + 1);
  return counts;
};

/**
 * Findings in changed lines that make the file worse than it was: per rule and file at most as many as it gained. All of
 * them if the base was not linted.
 */
export const addedFindings = (language: AssessedLanguage): readonly AssessedFinding[] => {
  const counted = countedFindings(language);
  const { baseFindings } = language;
  if (baseFindings === undefined || !baseFindings.known) return counted;
  const all = countFindings(language.outcomes.flatMap(({ result }) => (result.known ? result.value : [])));
  const left = new Map<string, number>();
  return counted.filter((one) => {
    const key = findingKey(one);
    const gained = left.get(key) ?? (all.get(key) ?? 0) - (baseFindings.value.get(key) ?? 0);
    left.set(key, gained - 1);
    return gained > 0;
  });
};

export const sortFindings = (findings: readonly AssessedFinding[]): AssessedFinding[] =>
  [...findings].sort(
    (a, b) =>
      (a.path < b.path ? -1 : Number(a.path > b.path)) ||
      a.line - b.line ||
      (a.rule < b.rule ? -1 : Number(a.rule > b.rule)),
  );
