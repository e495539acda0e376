import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SelectionJson } from '../../../scripts/docs/json-schemas.ts';
import { tournamentSelect } from '../../../src/core/decide/tournament.ts';
import { readScorecards } from '../../../src/core/documents/read-scorecards.ts';
import { selectScorecards, type SelectedScorecard } from '../../../src/core/documents/select-scorecards.ts';

const select = (document: unknown, k?: number): SelectedScorecard => {
  const read = readScorecards(document);
  if (!read.ok) throw new Error(read.error);
  const selected = selectScorecards(read, k);
  expect(SelectionJson.safeParse(JSON.parse(JSON.stringify(selected))).error?.issues ?? []).toEqual([]);
  return selected;
};

const card = (name: string, total: unknown, execSignals?: unknown, identifierMatch?: unknown) => ({
  name,
  total,
  execSignals,
  identifierMatch,
});

describe('selectScorecards', () => {
  test('the documented example', () => {
    expect(
      select([card('A', 0.85, 1, 0.75), card('B', 0.9, 0.6, 0.95), card('C', 0.85, 0.6, 0.8)]),
    ).toMatchObject({
      winner: 'B',
      winnerIndex: 1,
      score: { total: 0.9, execSignals: 0.6, identifierMatch: 0.95 },
      rounds: [
        { groups: [[0, 1], [2]], winners: [1, 2] },
        { groups: [[1, 2]], winners: [1] },
      ],
    });
  });

  test('a race that measured conventions breaks ties by them', () => {
    const line = (agent: string, execSignals: number) => ({
      agent,
      total: 90,
      breakdown: { build: 100 },
      conventions: { breakdown: { execSignals, identifierMatch: 0.5 }, total: 0.9 },
    });
    const { winner, score } = select({ rankings: [line('a', 0.6), line('b', 1)] });
    expect(winner).toBe('b');
    expect(score).toMatchObject({ total: 90, execSignals: 1, identifierMatch: 0.5 });
  });

  test('a tie reports what decided it', () => {
    const { winner, notes } = select([card('A', 0.85, 1, 0.75), card('B', 0.85, 0.6, 0.95)]);
    expect(winner).toBe('A');
    expect(notes).toEqual(['A and B tie on total: execSignals decides, 1 over 0.6']);
    expect(select([card('A', 1, 1, 1), card('B', 1, 1, 1)]).notes).toEqual([
      'A and B tie on total: the earlier stays',
    ]);
  });

  test('an unknown total is excluded and listed; indices stay those of the list', () => {
    const selected = select([
      card('A', null),
      card('B', 0.1, 1, 1),
      { total: { missing: 'disk full' } },
      card('D', 0.2, 1, 1),
    ]);
    expect(selected).toMatchObject({
      winner: 'D',
      winnerIndex: 3,
      rounds: [{ groups: [[1, 3]], winners: [3] }],
      left_out: [
        { name: 'A', index: 0, reason: 'no total: not given' },
        { name: '#2', index: 2, reason: 'no total: disk full' },
      ],
    });
  });

  test('a tie-breaker that a candidate lacks is not used', () => {
    const { winner, notes } = select([card('A', 0.5, null, 0.1), card('B', 0.5, 1, 0.2)]);
    expect(winner).toBe('B');
    expect(notes[0]).toBe('execSignals is unknown for A, so it breaks no tie');
  });

  test('the ranking of a run: gates decide who may win', () => {
    const ranking = (agent: string, total: number | null, mergeable: boolean) => ({
      agent,
      total,
      mergeable,
      breakdown: { tests: 100 },
      gates: mergeable ? [] : ['tests', 'integrity'],
      status: 'scored',
    });
    const run = {
      run_id: 'x',
      rankings: [ranking('second', 80, true), ranking('best', 90.5, true), ranking('cheat', 99, false)],
      rejected: [{ agent: 'escape', reason: 'reaches outside the tree' }],
    };
    expect(select(run)).toMatchObject({
      winner: 'best',
      left_out: [
        { name: 'cheat', index: 2, reason: 'not mergeable: tests, integrity' },
        { name: 'escape', index: null, reason: 'reaches outside the tree' },
      ],
    });
    expect(select({ rankings: [ranking('cheat', 99, false)] })).toMatchObject({
      winner: null,
      rounds: [],
      score: null,
    });
  });

  test('scorecards of the convention model, and a tournament document', () => {
    const convention = (total: number) => ({
      breakdown: { total, execSignals: 1, identifierMatch: 0.5 },
      status: 'scored',
    });
    expect(select([convention(0.2), convention(0.3)]).winner).toBe('#1');
    expect(select({ model: 'tournament', k: 3, scores: [card('A', 1, 1, 1)] }).k).toBe(3);
    expect(select({ model: 'tournament', k: 3, scores: [card('A', 1, 1, 1)] }, 2).k).toBe(2);
  });

  test.each<readonly [unknown, RegExp]>([
    [null, /document/],
    [{}, /neither rankings nor scores/],
    [[1], /\[0\]/],
    [[card('A', '1')], /\[0\]\.total/],
    [[card('A', 1, true)], /\[0\]\.execSignals/],
    [{ scores: [], k: 1 }, /k: a group needs at least two places/],
  ])('%j is refused by name', (document, expected) => {
    const read = readScorecards(document);
    expect(read.ok ? 'ok' : read.error).toMatch(expected);
  });

  test('is the tournament, whatever is given', () => {
    const number = fc.double({ min: 0, max: 1, noNaN: true });
    const scores = fc.array(fc.record({ total: number, execSignals: number, identifierMatch: number }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(scores, fc.integer({ min: 2, max: 5 }), (given, k) => {
        const { winnerIndex, rounds } = tournamentSelect(given, given, k);
        const selected = select(given, k);
        return (
          selected.winnerIndex === winnerIndex && JSON.stringify(selected.rounds) === JSON.stringify(rounds)
        );
      }),
    );
  });

  test('any input gets a result', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.anything())), (document) => {
        const read = readScorecards(document);
        return read.ok ? selectScorecards(read).k === (read.k ?? 2) : read.error !== '';
      }),
    );
  });
});
