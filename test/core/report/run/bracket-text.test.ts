import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playTournament } from '../../../../src/core/decide/tournament.ts';
import { bracketLines } from '../../../../src/core/report/run/bracket-text.ts';
import { plainPaint } from '../../../../src/core/report/text/paint.ts';

const draw = (
  entries: readonly (readonly [string, number])[],
  { k = 2, columns = 80 } = {},
): readonly string[] => {
  const { winnerIndex, rounds } = playTournament(
    entries.map(([, total]) => ({ total, execSignals: 1, identifierMatch: 1 })),
    k,
  );
  const totals = new Map(entries.map(([, total], index) => [index, total] as const));
  return bracketLines(
    { names: entries.map(([name]) => name), totals, rounds, winnerIndex, decimals: 3 },
    { columns, paint: plainPaint },
  );
};

describe('the bracket', () => {
  test('of three: aligned, with a bye, and the winner marked', () => {
    expect(
      draw([
        ['codex', 0.85],
        ['claude', 0.9],
        ['gemini', 0.85],
      ]).join('\n'),
    ).toBe(
      [
        '  codex  0.850 ─┐',
        '                ├─ claude ───────┐',
        '  claude 0.900 ─┘                ├─ ▶ claude 0.900',
        '                                 │',
        '  gemini 0.850 ─── gemini (bye) ─┘',
      ].join('\n'),
    );
  });

  test('of groups of three', () => {
    expect(
      draw(
        [
          ['a', 0.1],
          ['b', 0.2],
          ['c', 0.3],
        ],
        { k: 3 },
      ).join('\n'),
    ).toBe(
      ['  a 0.100 ─┐', '           │', '  b 0.200 ─┼─ ▶ c 0.300', '           │', '  c 0.300 ─┘'].join('\n'),
    );
  });

  test('of one', () => {
    expect(draw([['alone', 0.5]])).toEqual(['  ▶ alone 0.500']);
  });

  test('of too many is a list', () => {
    const many = Array.from({ length: 40 }, (_, at) => [`candidate-${at}`, at / 40] as const);
    const lines = draw(many);
    expect(lines[0]).toBe('Round 1');
    expect(lines[1]).toBe('  candidate-1 0.025   beats candidate-0 0.000');
    expect(lines.at(-1)).toBe('▶ candidate-39 0.975');
  });

  test('names cannot control the screen', () => {
    expect(
      draw([
        ['\u001b[31mred\n', 1],
        ['b', 0],
      ]).join(''),
    ).not.toMatch(/\u001b|red\n/);
  });

  test('fits, names its winner, and shows every candidate, whatever is drawn', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', '7'), minLength: 1, maxLength: 60 });
    const total = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, total), { minLength: 1, maxLength: 24 }),
        fc.integer({ min: 2, max: 4 }),
        (entries, k) => {
          const lines = draw(entries, { k });
          expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
          expect(lines.filter((line) => line.includes('▶'))).toHaveLength(1);
          for (const [one] of entries) expect(lines.join('\n')).toContain(one.slice(0, 5));
        },
      ),
    );
  });
});
