import { hiddenFixed, hiddenSkips } from '../decide/progress.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { behavesLike, clustersOf } from '../probe/behaviour.ts';
import { authorKey } from '../select/authors.ts';
import { nearlySame, readSketch } from '../select/compare-sketches.ts';
import type { Beliefs } from './weigh-evidence.ts';

/** Both candidates make the same change. */
const isSameChange = (one: Evidence, other: Evidence): boolean =>
  (one.pinned?.tree ?? one.tree) === (other.pinned?.tree ?? other.tree) ||
  (one.sketch !== undefined &&
    other.sketch !== undefined &&
    nearlySame(readSketch(one.sketch), readSketch(other.sketch)));

/** Both answer alike whatever else their functions were called with. Earlier engines did not count the answers. */
const behaveAlike = ({ probes }: Captured, one: string, other: string): boolean => {
  if (probes?.known !== true) return false;
  if (probes.value.answered !== undefined) return behavesLike(probes.value, one).includes(other);
  const together = clustersOf(probes.value).some(({ names }) => names.includes(one) && names.includes(other));
  return probes.value.played > 0 && together;
};

/** Whether it passes tests that a candidate of another author brings. */
const passesOfOthers = ({ candidate, matrix }: Evidence, authors: Beliefs['authors']): boolean =>
  matrix?.cross.some(
    ({ author, tests: cell }) =>
      authorKey(authors, author) !== authorKey(authors, candidate.name) &&
      cell.known &&
      cell.value.passed.length > 0,
  ) ?? false;

/** Whether anything other than tests that the winner could read confirms it. */
export const isConfirmed = (captured: Captured, winner: string, { of, authors }: Beliefs): boolean => {
  const belief = of.get(winner);
  const own = captured.evidence.find(({ candidate }) => candidate.name === winner);
  if (belief === undefined || own === undefined) return false;
  return (
    (hiddenFixed(own, captured) > 0 && !hiddenSkips(own, captured)) ||
    // Tests of its author show only the inputs that this author chose, even if others pass them.
    (captured.confirmation === 'inputs'
      ? belief.cross.passed > 0 && passesOfOthers(own, authors)
      : belief.cross.passed + belief.cross.corroborated > 0) ||
    // A second author who passes the tests confirms the first on other inputs only if both behave alike there.
    captured.evidence.some((other) => {
      const { name } = other.candidate;
      const theirs = of.get(name);
      return (
        theirs !== undefined &&
        theirs.fixed >= belief.fixed &&
        theirs.blocking['integrity'] === undefined &&
        authorKey(authors, name) !== authorKey(authors, winner) &&
        (captured.confirmation === undefined ||
          isSameChange(own, other) ||
          behaveAlike(captured, winner, name))
      );
    })
  );
};
