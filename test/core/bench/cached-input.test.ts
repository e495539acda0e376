import { expect, test } from 'vitest';
import {
  benchFacts,
  type BenchRun,
  type BenchSeen,
  summariseBench,
} from '../../../src/core/bench/summarise-bench.ts';
import { type Measured, measured, missing } from '../../../src/core/domain/measured.ts';
import { cachedPrice } from '../../../src/shell/adapters/models/price-list.ts';

const none = missing('not-configured', 'not looked at');

const RUN: BenchRun = {
  task: {
    id: 'sum',
    hash: 'a'.repeat(64),
    language: 'javascript',
    kind: 'bug',
    tests: { fail_to_pass: ['adds'], pass_to_pass: [] },
    efficiency: { tokens: 10_000, steps: 100 },
  },
  runId: 'r1',
  engineVersion: '0.1.0',
  startedAt: '2026-01-01T00:00:00Z',
  model: 'anthropic:claude-sonnet-4-5',
  repeat: 0,
  settings: { max_steps: 50, max_cost_usd: null, judge_model: null },
};

/** 5,000 tokens, 4,000 of them read from the provider's cache. */
const seen = (price?: Measured<number>): BenchSeen => ({
  agent: {
    ended: 'finished',
    reason: 'done',
    model: 'claude-sonnet-4-5',
    steps: measured(10),
    toolCalls: measured(0),
    invalidCalls: measured(0),
    usage: measured({ input: 4900, output: 100, cached: 4000, cacheWritten: 0, total: 5000 }),
    costUsd: none,
    wallMs: 1,
    answer: '',
  },
  cells: {
    fail_to_pass: measured({ passed: ['adds'], failed: [] }),
    pass_to_pass: measured({ passed: [], failed: [] }),
  } as unknown as BenchSeen['cells'],
  assessment: {
    facts: { quality: none, security: none },
    quality: { details: {} },
    security: { details: {} },
  } as unknown as BenchSeen['assessment'],
  judges: { replies: none, details: {} },
  flags: [],
  stopped: null,
  ...(price === undefined ? {} : { cachedPrice: price }),
});

test('cached input counts at its price', async () => {
  const price = await cachedPrice('anthropic:claude-sonnet-4-5');
  expect(price).toEqual(measured(expect.closeTo(0.1, 6)));
  expect(benchFacts(RUN, seen(price)).tokens).toEqual(measured(1400));
  const { scores, metric_details: details, notes } = summariseBench(RUN, seen(price));
  expect(scores.efficiency).toBeCloseTo(0.7 * (1 - 0.14) + 0.3 * (1 - 0.1), 4);
  expect(details['efficiency']).toMatchObject({ tokens: 1400, cached_price: 0.1 });
  expect(notes).toEqual([]);
});

test('in full if its price is not known, with a note', async () => {
  const unknown = await cachedPrice('anthropic:no-such-model');
  expect(unknown.known).toBe(false);
  expect(benchFacts(RUN, seen(unknown)).tokens).toEqual(measured(5000));
  expect(summariseBench(RUN, seen(unknown)).notes[0]).toContain('cached input counts in full: the price of');
});
