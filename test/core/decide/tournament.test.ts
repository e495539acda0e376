import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playTournament, tournamentSelect } from '../../../src/core/decide/tournament.ts';
import type { Contestant } from '../../../src/core/domain/run/tournament.ts';

const score = (total: number, execSignals: number, identifierMatch: number): Contestant => ({
  total,
  execSignals,
  identifierMatch,
});

describe('the documented examples', () => {
  test('three candidates: B wins', () => {
    const scores = [score(0.85, 1, 0.75), score(0.9, 0.6, 0.95), score(0.85, 0.6, 0.8)];
    expect(tournamentSelect(['A', 'B', 'C'], scores)).toEqual({
      winner: 'B',
      winnerIndex: 1,
      score: scores[1],
      rounds: [
        { groups: [[0, 1], [2]], winners: [1, 2] },
        { groups: [[1, 2]], winners: [1] },
      ],
    });
  });

  test('a tie on total goes to execSignals', () => {
    expect(tournamentSelect(['A', 'B'], [score(0.85, 1, 0.75), score(0.85, 0.6, 0.95)]).winner).toBe('A');
  });

  test('then to identifierMatch, then to the earlier', () => {
    expect(playTournament([score(0.85, 1, 0.7), score(0.85, 1, 0.8)]).winnerIndex).toBe(1);
    expect(playTournament([score(0.85, 1, 0.8), score(0.85, 1, 0.8)]).winnerIndex).toBe(0);
  });

  test('a tie-breaker never outweighs a total, however small the lead', () => {
    expect(playTournament([score(0.85 + 1e-9, 0, 0), score(0.85, 1, 1)]).winnerIndex).toBe(0);
    expect(playTournament([score(0.1 + 0.2, 0, 0), score(0.3, 1, 0)]).winnerIndex).toBe(1);
  });
});

test('one candidate wins without a round', () => {
  expect(playTournament([score(0, 0, 0)])).toEqual({ winnerIndex: 0, rounds: [] });
});

test.each<[string, Contestant[], number, RegExp]>([
  ['no candidates', [], 2, /at least one/],
  ['k of 1', [score(1, 1, 1)], 1, /two places/],
  ['k of 2.5', [score(1, 1, 1)], 2.5, /two places/],
  ['a score that is not a number', [score(1, 1, 1), score(Number.NaN, 1, 1)], 2, /candidate 1/],
])('%s is an error', (_, scores, k, message) => expect(() => playTournament(scores, k)).toThrow(message));

test('needs as many scores as candidates', () => {
  expect(() => tournamentSelect(['A'], [])).toThrow('1 candidates, but 0 scores');
});

const step = fc.integer({ min: 0, max: 4 }).map((value) => value / 4);
const scores = fc.array(fc.record({ total: step, execSignals: step, identifierMatch: step }), {
  minLength: 1,
  maxLength: 40,
});

test('the winner beats or equals every candidate, whatever the groups', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 2, max: 7 }), (field, k) => {
      const { winnerIndex } = playTournament(field, k);
      const key = ({ total, execSignals, identifierMatch }: Contestant) =>
        total * 100 + execSignals * 10 + identifierMatch;
      const best = Math.max(...field.map(key));
      expect(winnerIndex).toBe(field.findIndex((entry) => key(entry) === best));
    }),
  );
});

test('every round holds the winners of the one before, each once', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 2, max: 7 }), (field, k) => {
      let expected = field.map((_, index) => index);
      for (const { groups, winners } of playTournament(field, k).rounds) {
        expect(groups.flat()).toEqual(expected);
        expect(groups.every((group) => group.length >= 1 && group.length <= k)).toBe(true);
        expect(winners.every((winner, index) => groups[index]?.includes(winner))).toBe(true);
        expected = [...winners];
      }
      expect(expected).toHaveLength(1);
    }),
  );
});
