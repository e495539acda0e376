import { scoreCaptured, type RunPolicy } from '../conclude/score-captured.ts';
import type { ScoredRace } from '../conclude/score-race.ts';
import { activeFlags, integrityGate } from '../conclude/integrity.ts';
import type { Beliefs } from '../conclude/weigh-evidence.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';

/** Scored candidates that no gate blocks, except for these. */
export const passingExcept = (
  { rankings }: Pick<ScoredRace, 'rankings'>,
  gates: readonly string[],
): ReadonlySet<string> =>
  new Set(
    rankings
      .filter(({ gates: shut, status }) => status === 'scored' && shut.every((gate) => gates.includes(gate)))
      .map(({ agent }) => agent),
  );

/** Candidates whose change itself does not block them: the others only get the checks that all get. */
export const notStopped = (evidence: readonly Evidence[], { trust }: RunPolicy): readonly Evidence[] =>
  evidence.filter(({ flags }) => integrityGate(activeFlags(flags, trust), trust) === null);

/**
 * Other authors' tests may yet show progress, but that matters only if no candidate has shown it otherwise: by its own
 * tests alone it has not.
 */
const mayWin = (scored: ScoredRace, { of }: Beliefs): ReadonlySet<string> => {
  const passing = passingExcept(scored, []);
  const isShown = [...passing].some((name) => of.get(name)?.progress !== 'claimed');
  return isShown ? passing : passingExcept(scored, ['progress']);
};

/** Candidates that may still win, in the order of the field, and a name for the author of each. */
export const contendersByAuthor = (captured: Captured, policy: RunPolicy) => {
  const { scored, beliefs } = scoreCaptured(captured, policy);
  const names = mayWin(scored, beliefs);
  return {
    contenders: captured.evidence.filter(({ candidate }) => names.has(candidate.name)),
    authorOf: ({ candidate }: Evidence): string => beliefs.authors.get(candidate.name)?.key ?? candidate.name,
  };
};

export const contenders = (captured: Captured, policy: RunPolicy): readonly Evidence[] =>
  contendersByAuthor(captured, policy).contenders;
