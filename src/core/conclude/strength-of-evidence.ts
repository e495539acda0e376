import type { Conclusion } from '../domain/run/conclusion.ts';
import type { Captured } from '../domain/evidence/evidence.ts';
import type { ScoredRace } from './score-race.ts';
import type { Beliefs } from './weigh-evidence.ts';

/** Runs of earlier engines did not look there, and say nothing of it. */
const elsewhereReasons = ({ elsewhere, evidence }: Captured, winner: string): string[] => {
  if (elsewhere === undefined) return [];
  const own = evidence.find(({ candidate }) => candidate.name === winner)?.elsewhere;
  const missing = [elsewhere, own].find((each) => each?.known === false);
  if (missing?.known === false) return [`one place: no result in other surroundings: ${missing.reason}`];
  const changing = own?.known === true ? (own.value.otherwise ?? []) : [];
  return changing.length === 0
    ? []
    : [`surroundings: ${changing.length} of its tests pass only in some time zones, locales or orders`];
};

/** How much the tests say for the winner, and what is missing. */
export const strengthOf = (
  captured: Captured,
  { of, excused }: Beliefs,
  { winner, rankings }: ScoredRace,
): Pick<Conclusion, 'evidence_strength'> => {
  if (winner === null) return {};
  const belief = of.get(winner);
  const authors = captured.evidence.filter(({ matrix }) => (matrix?.proven.length ?? 0) > 0).length;
  const { tests } = captured.baseline;
  const reasons = [
    ...(belief?.progress === 'none'
      ? [
          belief.cross.contradicted
            ? 'contested: no other candidate passes the tests that it brings'
            : 'unproven: no test fails on the base and passes with the winner',
        ]
      : []),
    ...(belief?.progress === 'claimed'
      ? ['one author: only the tests that the winner brings fail on the base and pass with it']
      : []),
    ...(belief?.progress === 'shown' && belief.fixed === 0 && authors === 1 && rankings.length > 1
      ? ['one author: every proven test is by the same candidate']
      : []),
    ...(belief !== undefined && belief.cross.refutedBy > 0 && belief.fixed === 0
      ? [
          `contested: ${belief.cross.refutedBy} independent ${belief.cross.refutedBy === 1 ? 'author fails' : 'authors fail'} the tests that it brings`,
        ]
      : []),
    ...(belief !== undefined && belief.cross.failsClaimsOf > 0
      ? ['contested: it fails a test of another candidate that fails on the base']
      : []),
    ...(excused.length > 0
      ? [
          `contested: ${excused.length} ${excused.length === 1 ? 'test' : 'tests'} of the base that most authors break ${excused.length === 1 ? 'counts' : 'count'} for no candidate`,
        ]
      : []),
    ...(belief !== undefined && belief.rewritten.length > 0
      ? [
          `contested: it breaks ${belief.rewritten.length} ${belief.rewritten.length === 1 ? 'test' : 'tests'} of the base and rewrites ${belief.rewritten.length === 1 ? 'it' : 'them'}: ${belief.rewritten.slice(0, 3).join(', ')}`,
        ]
      : []),
    ...(tests.known ? [] : [`no tests: ${tests.reason}`]),
    ...(tests.known && tests.value.trust === 'low-trust'
      ? ['low-trust: test results are read from console text']
      : []),
    ...elsewhereReasons(captured, winner),
    ...(captured.isolation.level === 'degraded' ? ['checks ran without a sandbox'] : []),
  ];
  return { evidence_strength: { level: reasons.length === 0 ? 'strong' : 'weak', reasons } };
};
