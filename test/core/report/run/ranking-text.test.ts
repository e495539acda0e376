import { expect, test } from 'vitest';
import type { Conclusion } from '../../../../src/core/domain/run/conclusion.ts';
import { plainPaint as paint } from '../../../../src/core/report/text/paint.ts';
import { rankingLines } from '../../../../src/core/report/run/ranking-text.ts';

test('columns are in the documented order, however the record was stored', () => {
  const breakdown = { cost: 1, diff_scope: 1, house: 1, build: 1, speed: 1, lint: 1, tests: 1 };
  const ranking = { agent: 'a', mergeable: true, total: 1, breakdown, gates: [], flags: [], reasons: {} };
  const conclusion = { rankings: [ranking], winner: 'a' } as unknown as Conclusion;
  const [head] = rankingLines(conclusion, { columns: 60, paint });
  expect(head?.trim().split(/\s+/)).toEqual(
    '# candidate total build tests lint scope speed cost house'.split(' '),
  );
});

test('gates, flags and zeros for an absent result are each explained once', () => {
  const ranking = {
    agent: 'a',
    mergeable: false,
    total: 0,
    breakdown: { build: 0, tests: 0, lint: 0 },
    gates: ['tests'],
    flags: [{ id: 'test-skipped', rule: 'r', sentence: 'A test is skipped.', file: 'a.test.js', line: 3 }],
    reasons: { tests: 'no test result', lint: 'eslint printed no findings but exited 1' },
  };
  const lines = rankingLines({ rankings: [ranking], winner: null } as unknown as Conclusion, {
    columns: 60,
    paint,
  });
  expect(lines.slice(2).map((line) => line.trim())).toEqual([
    '✗ tests: no test result',
    '⚑ test-skipped: A test is skipped. (a.test.js:3)',
    '0 lint: eslint printed no findings but exited 1',
  ]);
});
