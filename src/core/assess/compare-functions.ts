import { touches } from '../analyse/change/line-spans.ts';
import type { ChangedSourceFile } from '../domain/evidence/assessment.ts';
import type { FunctionMeasure } from '../domain/evidence/code-measures.ts';

/** Full marks up to this complexity, and down to this maintainability: only what goes beyond is a loss. */
const FREE_COMPLEXITY = 5;
const FREE_MAINTAINABILITY = 50;
const BEST_MAINTAINABILITY = 100;

export type TouchedFunction = { readonly before: FunctionMeasure | null; readonly after: FunctionMeasure };

const keyed = (functions: readonly FunctionMeasure[]): ReadonlyMap<string, FunctionMeasure> => {
  const seen = new Map<string, number>();
  return new Map(
    functions.map((one) => {
      const nth = seen.get(one.name) ?? 0;
      seen.set(one.name, nth + 1);
      return [`${nth} ${one.name}`, one];
    }),
  );
};

/** Functions that a change touches, each with what it was: by name, else one that is gone and was as complex. */
export const touchedFunctions = (
  file: Pick<ChangedSourceFile, 'spans'>,
  before: readonly FunctionMeasure[],
  after: readonly FunctionMeasure[],
): readonly TouchedFunction[] => {
  const [old, now] = [keyed(before), keyed(after)];
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, one]) => one);
  return [...now].flatMap(([key, one]) => {
    if (!touches(file, one.firstLine, one.lastLine)) return [];
    const same = old.get(key);
    if (same !== undefined) return [{ before: same, after: one }];
    const at = gone.findIndex(({ complexity }) => complexity === one.complexity);
    return [{ before: at < 0 ? null : (gone.splice(at, 1)[0] ?? null), after: one }];
  });
};

/** Complexity beyond what is free that the change added to a function; all of it if the function is new. */
export const addedComplexity = ({ before, after }: TouchedFunction): number =>
  Math.max(0, Math.min(after.complexity - FREE_COMPLEXITY, after.complexity - (before?.complexity ?? 0)));

/** Maintainability below what is free that was lost; null if it was not measured. */
export const lostMaintainability = (before: number | null, after: number | null): number | null =>
  after === null
    ? null
    : Math.max(0, Math.min(FREE_MAINTAINABILITY - after, (before ?? BEST_MAINTAINABILITY) - after));
