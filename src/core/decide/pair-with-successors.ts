import type { TestReport } from '../domain/check/test-report.ts';
import type { StatedPair, TestPair } from '../domain/evidence/matrix.ts';
import { isTitled } from './titled-test.ts';

const MOST_SUCCESSORS = 50;
/** A placeholder for a value in the title of a parameterised test. */
const PLACEHOLDER = /%[sdifjoOp#]|\$\{[^}]{0,80}\}|\$[A-Za-z_][\w.]{0,40}/;
const PARAMETERS = /\[[^\n]{0,400}\]$/;

/** Without the parameters that pytest and others append to a name. */
const stemOf = (id: string): string => id.replace(PARAMETERS, '');

/** Whether an id belongs to a test of this name, including the names of its suites. */
const isCalled = (id: string, name: string): boolean => {
  const title = name.slice(name.lastIndexOf('›') + 1).trim();
  const parts = title.split(PLACEHOLDER).filter((part) => part !== '');
  if (parts.length <= 1 && title === parts[0]) return isTitled(stemOf(id), title);
  let at = 0;
  for (const part of parts) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 0;
};

const fileOf = ({ files = {} }: TestReport, id: string): string | undefined =>
  Object.hasOwn(files, id) ? files[id] : undefined;

const isIn = (report: TestReport, id: string, file: string): boolean => {
  const named = fileOf(report, id);
  return named === undefined || named === file;
};

type Sides = { readonly base: TestReport; readonly own: TestReport };

const successorsOf = (
  id: string,
  { base, own }: Sides,
  stated: readonly StatedPair[],
): Pick<TestPair, 'by' | 'successors'> | null => {
  const [before, now] = [base.outcomes ?? {}, own.outcomes ?? {}];
  if (Object.hasOwn(now, id)) return { by: 'id', successors: [id] };
  const fresh = Object.keys(now).filter((each) => !Object.hasOwn(before, each));
  const alike = PARAMETERS.test(id) ? fresh.filter((each) => stemOf(each) === stemOf(id)) : [];
  if (alike.length > 0) return { by: 'parameters', successors: alike };
  const pair = stated.find(({ before: from }) => isIn(base, id, from.file) && isCalled(id, from.name));
  if (pair === undefined) return null;
  const { file, name } = pair.after;
  const found = fresh.filter((each) => isIn(own, each, file) && isCalled(each, name));
  return found.length === 0 ? null : { by: pair.by, successors: found };
};

/**
 * The successors of base tests in a candidate's version of them. `own`: that version with its source; `proven`: tests
 * that pass there and fail on the base's source.
 */
export const pairWithSuccessors = (
  ids: readonly string[],
  sides: Sides,
  stated: readonly StatedPair[],
  proven: readonly string[],
): TestPair[] => {
  const { outcomes = {} } = sides.own;
  const isProven = new Set(proven);
  return ids.flatMap((id) => {
    const found = successorsOf(id, sides, stated);
    if (found === null) return [];
    const successors = found.successors.slice(0, MOST_SUCCESSORS).sort();
    return [
      {
        id,
        by: found.by,
        successors,
        passes: successors.every((each) => outcomes[each] === 'passed'),
        proven: successors.filter((each) => isProven.has(each)),
      },
    ];
  });
};
