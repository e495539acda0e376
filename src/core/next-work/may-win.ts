import { judgeCaptured, type RunPolicy } from '../conclude/conclude.ts';
import type { ScoredRace } from '../conclude/score-race.ts';
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

/** Other authors' tests may yet show progress, but that matters only if no candidate has shown it otherwise. */
const mayWin = (judgement: ScoredRace): ReadonlySet<string> => {
  const passing = passingExcept(judgement, []);
  return passing.size > 0 ? passing : passingExcept(judgement, ['progress']);
};

/** Candidates that may still win, in the order of the field. */
export const contenders = (captured: Captured, policy: RunPolicy): readonly Evidence[] => {
  const names = mayWin(judgeCaptured(captured, policy).judgement);
  return captured.evidence.filter(({ candidate }) => names.has(candidate.name));
};
