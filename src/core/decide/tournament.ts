import { DEFAULT_GROUP_SIZE, type Bracket, type Contestant, type Round } from '../domain/run/tournament.ts';
import { clearlyAbove, nearlyEqual } from '../math/nearly-equal.ts';

export const TOURNAMENT_MODEL = { id: 'tournament', version: '1.0.0' } as const;

const TIE = 1e-12;
const COMPARED_BY = ['total', 'execSignals', 'identifierMatch'] as const;

/** One criterion after the other, never a weighted sum; on a full tie the earlier one stays. */
const beats = (challenger: Contestant, holder: Contestant): boolean => {
  for (const key of COMPARED_BY) {
    if (!nearlyEqual(challenger[key], holder[key], TIE))
      return clearlyAbove(challenger[key], holder[key], TIE);
  }
  return false;
};

const playRound = (scores: readonly Contestant[], field: readonly number[], k: number): Round => {
  const groups: number[][] = [];
  for (let start = 0; start < field.length; start += k) groups.push(field.slice(start, start + k));
  const best = (holder: number, challenger: number): number => {
    const [left, right] = [scores[holder], scores[challenger]];
    return left !== undefined && right !== undefined && beats(right, left) ? challenger : holder;
  };
  return { groups, winners: groups.map((group) => group.reduce(best)) };
};

/** Groups of k in order; the best of each advances, and a single candidate gets a bye. */
export const playTournament = (scores: readonly Contestant[], k: number = DEFAULT_GROUP_SIZE): Bracket => {
  if (scores.length === 0) throw new RangeError('a tournament needs at least one candidate');
  if (!Number.isInteger(k) || k < 2) throw new RangeError('a group needs at least two places');
  const notNumbers = scores.findIndex((score) => COMPARED_BY.some((key) => !Number.isFinite(score[key])));
  if (notNumbers !== -1) throw new RangeError(`the scores of candidate ${notNumbers} are not finite numbers`);
  const rounds: Round[] = [];
  let field = scores.map((_, index) => index);
  while (field.length > 1) {
    const round = playRound(scores, field, k);
    rounds.push(round);
    field = [...round.winners];
  }
  return { winnerIndex: field[0] ?? 0, rounds };
};

export type Selection<Candidate, Score extends Contestant> = Bracket & {
  readonly winner: Candidate;
  readonly score: Score;
};

/** The documented selection: candidates with their scores, and the winner of the bracket. */
export const tournamentSelect = <Candidate, Score extends Contestant>(
  candidates: readonly Candidate[],
  scores: readonly Score[],
  k: number = DEFAULT_GROUP_SIZE,
): Selection<Candidate, Score> => {
  if (candidates.length !== scores.length)
    throw new RangeError(`${candidates.length} candidates, but ${scores.length} scores`);
  const bracket = playTournament(scores, k);
  return {
    ...bracket,
    winner: candidates[bracket.winnerIndex] as Candidate,
    score: scores[bracket.winnerIndex] as Score,
  };
};
