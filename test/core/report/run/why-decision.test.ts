import { expect, test } from 'vitest';
import type { Proof, Ranking } from '../../../../src/core/domain/run/conclusion.ts';
import { whyDecision } from '../../../../src/core/report/run/why-decision.ts';

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
  ['nothing', {}, {}, /cannot be told apart\.$/],
  ['unknown sizes', { churn: null, source_churn: null }, {}, /cannot be told apart\.$/],
])('between equal totals: %s', (_, first, second, says) => {
  const decision = { kind: 'winner' as const, candidates: ['a'], reason: '', settle: [], model: '1' };
  expect(whyDecision(decision, [ranking('a', first), ranking('b', second)])[0]).toMatch(says);
});

test('if the order puts another first, the sentence says why it does not decide', () => {
  const likely = (probability: number, why: string) => ({
    probability,
    terms: [
      { why: 'before any evidence', log_odds: -0.27 },
      { why, log_odds: probability },
    ],
  });
  const rankings = [
    { ...ranking('a', {}), likelihood: likely(0.4, 'agrees less') },
    { ...ranking('b', {}), likelihood: likely(0.7, 'agrees more') },
  ];
  const decision = { kind: 'winner' as const, candidates: ['b'], reason: '', settle: [], model: '1' };
  expect(whyDecision(decision, rankings)[0]).toBe(
    'a comes first by its score, but b is more probably right (70 % against 40 %): it agrees more.',
  );
});

test('the sentence names what separates them, and not what both have', () => {
  const likely = (probability: number, ...whys: [string, number][]) => ({
    probability,
    terms: [['before any evidence', -0.21] as const, ...whys].map(([why, log_odds]) => ({ why, log_odds })),
  });
  const fixes: [string, number] = ['makes 1 failing test of the base pass', 2.5];
  const more: [string, number] = ['makes 2 failing tests of the base pass', 2.5];
  const alone: [string, number] = ['behaves differently from all other authors', -0.4];
  const decision = { kind: 'winner' as const, candidates: ['b'], reason: '', settle: [], model: '1' };
  const said = (first: ReturnType<typeof likely>, winner: ReturnType<typeof likely>) =>
    whyDecision(decision, [
      { ...ranking('a', {}), likelihood: first },
      { ...ranking('b', {}), likelihood: winner },
    ])[0];
  expect(said(likely(0.89, more, alone), likely(0.92, fixes))).toBe(
    'a comes first by its score, but b is more probably right (92 % against 89 %): a behaves differently from all other authors.',
  );
  expect(said(likely(0.98, fixes), likely(0.98, fixes, ['passes the hidden tests', 0.2]))).toBe(
    'a comes first by its score, but more speaks for b: it passes the hidden tests.',
  );
});

test('without a winner it says why, and which candidates remain', () => {
  const none = { candidates: ['a', 'b'], reason: 'nothing tells', settle: [], model: '1' };
  expect(whyDecision({ ...none, kind: 'leaning' }, [])).toEqual(['Nothing tells.', 'a and b are left.']);
  expect(whyDecision({ ...none, kind: 'none', candidates: [] }, [])).toEqual(['Nothing tells.']);
});
