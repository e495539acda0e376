import { expect, test } from 'vitest';
import type { Conclusion } from '../../../src/core/domain/conclusion.ts';
import { plainPaint as paint } from '../../../src/core/report/paint.ts';
import { rankingLines } from '../../../src/core/report/ranking-text.ts';

test('columns stand in the documented order, however the record was stored', () => {
  const breakdown = { cost: 1, diff_scope: 1, house: 1, build: 1, speed: 1, lint: 1, tests: 1 };
  const ranking = { agent: 'a', mergeable: true, total: 1, breakdown, gates: [], reasons: {} };
  const conclusion = { rankings: [ranking], winner: 'a' } as unknown as Conclusion;
  const [head] = rankingLines(conclusion, { columns: 60, paint });
  expect(head?.trim().split(/\s+/)).toEqual(
    '# candidate total build tests lint scope speed cost house'.split(' '),
  );
});
