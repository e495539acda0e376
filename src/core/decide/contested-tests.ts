import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { Authors } from '../select/authors.ts';

/** Authors that must break a test before it is contested; more if authors are not declared, since copies are cheap. */
const FEWEST_BREAKERS = 2;
const FEWEST_UNDECLARED = 3;

/**
 * Failing a test at random is not an opinion on what it should expect. A test that no longer runs is broken too: its
 * file may import what the task removes.
 */
const breaks = ({ tests, unsteady = [] }: Evidence, id: string): boolean =>
  !unsteady.includes(id) &&
  tests.known &&
  tests.value.outcomes !== undefined &&
  (!Object.hasOwn(tests.value.outcomes, id) || tests.value.outcomes[id] === 'failed');

const brokenIn = ({ baseline, evidence }: Pick<Captured, 'baseline' | 'evidence'>): ReadonlySet<string> => {
  const before = baseline.tests.known ? (baseline.tests.value.outcomes ?? {}) : {};
  const passing = Object.keys(before).filter((id) => before[id] === 'passed');
  return new Set(passing.filter((id) => evidence.some((one) => breaks(one, id))));
};

/**
 * Base tests that more than half of all authors break: the task requires it, so they count for no candidate.
 * A test that only one author breaks is a regression.
 */
export const excusedTests = (
  captured: Pick<Captured, 'baseline' | 'evidence'>,
  authors: Authors,
): ReadonlySet<string> => {
  const field = captured.evidence.filter(({ tests }) => tests.known);
  const all = new Set(field.map(({ candidate }) => authors.get(candidate.name)?.key));
  const excused = [...brokenIn(captured)].filter((id) => {
    const breakers = field
      .filter((one) => breaks(one, id))
      .map(({ candidate }) => authors.get(candidate.name));
    const count = new Set(breakers.map((author) => author?.key)).size;
    const declared = breakers.every((author) => author?.declared ?? false);
    return count >= (declared ? FEWEST_BREAKERS : FEWEST_UNDECLARED) && count * 2 > all.size;
  });
  return new Set(excused);
};
