import { playTournament, TOURNAMENT_MODEL } from '../decide/tournament.ts';
import { type Contestant, DEFAULT_GROUP_SIZE, type Round } from '../domain/run/tournament.ts';
import { nearlyEqual } from '../math/nearly-equal.ts';
import { round4 } from '../math/round4.ts';
import type { LeftOut, Scorecards, Scored } from './read-scorecards.ts';

/** The winner and the bracket; indices are positions in the input. Numbers have 4 decimals. */
export type SelectedScorecard = {
  readonly model: typeof TOURNAMENT_MODEL;
  readonly k: number;
  readonly winner: string | null;
  readonly winnerIndex: number | null;
  readonly score: Omit<Scored, 'index' | 'name'> | null;
  readonly rounds: readonly Round[];
  readonly candidates: readonly string[];
  readonly left_out: readonly LeftOut[];
  readonly notes: readonly string[];
};

const TIE_BREAKERS = ['execSignals', 'identifierMatch'] as const;
const MOST_NAMED = 3;

const noteOn = (key: string, unknown: readonly Scored[], all: number): string => {
  const named = unknown.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = unknown.length - named.length;
  const whom =
    unknown.length === all ? 'all candidates' : named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${key} is unknown for ${whom}, so it breaks no tie`;
};

/** A tie-breaker that any participant lacks is not used: unknown is neither the worst nor the best. */
const contestants = (
  scored: readonly Scored[],
): { scores: readonly Contestant[]; notes: readonly string[] } => {
  const lacking = TIE_BREAKERS.map((key) => scored.filter((one) => one[key] === null));
  const value = (one: Scored, at: 0 | 1): number =>
    lacking[at]?.length === 0 ? (one[TIE_BREAKERS[at]] ?? 0) : 0;
  return {
    scores: scored.map((one) => ({
      total: one.total,
      execSignals: value(one, 0),
      identifierMatch: value(one, 1),
    })),
    notes: TIE_BREAKERS.flatMap((key, at) => {
      const without = lacking[at] ?? [];
      return without.length === 0 ? [] : [noteOn(key, without, scored.length)];
    }),
  };
};

const TIE = 1e-12;
const MOST_TIES = 10;

/** If the totals of a group's best are equal: what decided instead. */
const tieNotes = (
  scored: readonly Scored[],
  scores: readonly Contestant[],
  rounds: readonly Round[],
): readonly string[] => {
  const notes = new Set<string>();
  const explain = (best: number, other: number): void => {
    const [left, right] = [scores[best], scores[other]];
    if (left === undefined || right === undefined || !nearlyEqual(left.total, right.total, TIE)) return;
    const key = TIE_BREAKERS.find((one) => !nearlyEqual(left[one], right[one], TIE));
    const why = key === undefined ? 'the earlier stays' : `${key} decides, ${left[key]} over ${right[key]}`;
    notes.add(`${scored[best]?.name} and ${scored[other]?.name} tie on total: ${why}`);
  };
  for (const { groups, winners } of rounds)
    for (const [at, group] of groups.entries())
      for (const other of group) if (other !== winners[at]) explain(winners[at] ?? 0, other);
  const all = [...notes];
  const more = all.length - MOST_TIES;
  return more > 0 ? [...all.slice(0, MOST_TIES), `and ${more} more ties`] : all;
};

/** The tournament over any scorecards; there is no winner without a participant. */
export const selectScorecards = (cards: Scorecards, groupSize?: number): SelectedScorecard => {
  const k = groupSize ?? cards.k ?? DEFAULT_GROUP_SIZE;
  const { scored, names, leftOut } = cards;
  const given = { model: TOURNAMENT_MODEL, k, candidates: names, left_out: leftOut };
  if (scored.length === 0)
    return { ...given, winner: null, winnerIndex: null, score: null, rounds: [], notes: [] };
  const { scores, notes } = contestants(scored);
  const bracket = playTournament(scores, k);
  const placeOf = (at: number): number => scored[at]?.index ?? at;
  const rounds = bracket.rounds.map(({ groups, winners }) => ({
    groups: groups.map((group) => group.map(placeOf)),
    winners: winners.map(placeOf),
  }));
  const best = scored[bracket.winnerIndex];
  const rounded = (value: number | null = null): number | null => (value === null ? null : round4(value));
  return {
    ...given,
    winner: best?.name ?? null,
    winnerIndex: best?.index ?? null,
    score: {
      total: round4(best?.total ?? 0),
      execSignals: rounded(best?.execSignals),
      identifierMatch: rounded(best?.identifierMatch),
    },
    rounds,
    notes: [...notes, ...tieNotes(scored, scores, bracket.rounds)],
  };
};
