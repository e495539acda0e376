import type { Contender } from './contender.ts';
import type { Standing } from './standing.ts';

/** Two authors wrote nearly the same change, or their changes behave alike: then either will do. */
export const isAlike = (one: Standing, other: Standing): boolean =>
  one.change === other.change || one.behavesLike.includes(other.name);

/** Those of other authors that pass as much as the first, and are not known to be alike. */
const equalsOf = ({ standing: first }: Contender, ranked: readonly Contender[]): Contender[] =>
  ranked.filter(
    ({ standing }) =>
      standing.author !== first.author &&
      standing.source !== first.source &&
      standing.fixed >= first.fixed &&
      standing.confirmed.failed <= first.confirmed.failed &&
      !isAlike(first, standing),
  );

/** Tests whose inputs an author knew or chose do not tell a memorised answer from a right one. */
const restsOnReadTests = ({ standing: { fixed, hidden, panel } }: Contender): boolean =>
  fixed > 0 && hidden !== 'fixes' && panel === null;

/** Whether only other inputs can show which of those that pass as much is right. */
export const dependsOnInputs = (first: Contender, ranked: readonly Contender[]): boolean =>
  restsOnReadTests(first) && equalsOf(first, ranked).length > 0;

/**
 * Those that pass as much and change answers where the first keeps the base's, if they are at least as many authors as
 * the others: the first may have been written for the tests.
 */
export const broaderRivals = (first: Contender, ranked: readonly Contender[]): readonly Contender[] => {
  if (!restsOnReadTests(first)) return [];
  const equals = equalsOf(first, ranked);
  const broader = equals.filter(({ standing }) => first.standing.narrowerThan.includes(standing.name));
  const authorsOf = (some: readonly Contender[]): number =>
    new Set(some.map(({ standing }) => standing.author)).size;
  const others = [first, ...equals.filter((one) => !broader.includes(one))];
  return authorsOf(broader) < authorsOf(others) ? [] : broader;
};
