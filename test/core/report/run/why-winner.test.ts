import { expect, test } from 'vitest';
import type { Proof, Ranking } from '../../../../src/core/domain/run/conclusion.ts';
import { whyWinner } from '../../../../src/core/report/run/why-winner.ts';

const ranking = (agent: string, said: Partial<Proof>): Ranking => ({
  agent,
  mergeable: true,
  total: 100,
  breakdown: {},
  gates: [],
  flags: [],
  reasons: {},
  weights: {},
  status: 'scored',
  proof: {
    progress: 'shown',
    fixed: 1,
    proven: 0,
    passed_of_others: 0,
    failed_of_others: 0,
    churn: 9,
    source_churn: 5,
    ...said,
  },
});

test.each<[string, Partial<Proof>, Partial<Proof>, RegExp]>([
  [
    'less source',
    { source_churn: 2 },
    {},
    /^a and b score the same; a changes fewer lines of source \(2 against 5\)\.$/,
  ],
  [
    'a proven test',
    { proven: 1, churn: 90 },
    {},
    /; a brings a test that proves its change, b brings none\.$/,
  ],
  ['fewer lines', { proven: 1, churn: 8 }, { proven: 2 }, /; a changes fewer lines \(8 against 9\)\.$/],
  ['the name', {}, {}, /cannot be told apart: the name decides\.$/],
  ['sizes that are not known', { churn: null, source_churn: null }, {}, /the name decides\.$/],
])('between equal totals: %s', (_, first, second, says) => {
  expect(whyWinner([ranking('a', first), ranking('b', second)])[0]).toMatch(says);
});
