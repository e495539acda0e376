import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import type { RunPolicy } from '../../../src/core/conclude/score-captured.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import type { Evidence } from '../../../src/core/domain/evidence/evidence.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import type { Captured } from '../../../src/core/domain/evidence/evidence.ts';
import { aCapture, aCell, aMatrix, anEvidence, aReport } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const IDS = ['old', 'steady', 'other', 'third'];
const BASE: Record<string, TestOutcome> = {
  old: 'failed',
  steady: 'passed',
  other: 'passed',
  third: 'passed',
};

const anOutcome = fc.constantFrom<TestOutcome>('passed', 'failed', 'skipped');
const someOutcomes = fc.record(Object.fromEntries(IDS.map((id) => [id, anOutcome])), { requiredKeys: [] });
const someIds = (from: readonly string[]) => fc.subarray([...from]);

/** Honest, puppet or cheat: whatever a candidate can make its evidence look like. */
const aCandidate = fc.record({
  outcomes: someOutcomes,
  reports: fc.boolean(),
  proven: someIds(['new-a', 'new-b', 'old', 'steady']),
  crossed: someIds(['new-a', 'new-b']),
  flags: someIds(['harness-tampered', 'suppression-added', 'place-dependent', 'test-deleted']),
  author: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
  duration: fc.integer({ min: 1, max: 10_000 }),
  apart: someIds(['old.test.js', 'steady.test.js']),
  sameSource: fc.boolean(),
});
type Made = typeof aCandidate extends fc.Arbitrary<infer T> ? T : never;

const evidenceOf = (name: string, made: Made, others: readonly string[]): Evidence => {
  const source = made.sameSource ? 'tree-shared' : `tree-${name}`;
  const plain = anEvidence(name, made.outcomes as Record<string, TestOutcome>);
  return {
    ...plain,
    tests: made.reports
      ? measured(aReport(made.outcomes as Record<string, TestOutcome>))
      : missing('candidate', 'no report'),
    candidate: {
      ...plain.candidate,
      provenance: {
        status: 'completed',
        duration_ms: made.duration,
        ...(made.author === undefined ? {} : { author: made.author }),
      },
    },
    pinned: { tree: source, restored: [], apart: made.apart, merged: [] },
    matrix: aMatrix({
      proven: made.proven,
      cross: others.map((author) => ({ author, tests: measured(aCell({ passed: made.crossed })) })),
    }),
    flags: made.flags.map((id) => ({ id, rule: 'made', sentence: 'It was made so.' })),
  };
};

/** Speed is the one dimension that others may change. */
const POLICY: RunPolicy = {
  ...aPolicy({ weights: { ...aPolicy().weights, speed: 0 } }),
  trust: TrustPolicy.parse({}),
};

const standingOf = (captured: Captured, name: string) => {
  const { rankings } = conclude(captured, POLICY, 'run');
  const found = rankings.find(({ agent }) => agent === name);
  const { speed: _, ...breakdown } = found?.breakdown ?? {};
  return { total: found?.total, breakdown, weights: found?.weights, status: found?.status };
};

const fieldOf = (own: Made, others: readonly Made[], baseRuns: boolean): Captured => {
  const names = others.map((_, at) => `other-${at}`);
  const evidence = [
    evidenceOf('mine', own, names),
    ...others.map((made, at) => evidenceOf(names[at]!, made, ['mine', ...names.filter((_, i) => i !== at)])),
  ];
  const plain = aCapture(BASE, evidence);
  return baseRuns
    ? plain
    : { ...plain, baseline: { ...plain.baseline, tests: missing('not-configured', 'it does not compile') } };
};

test('the total of a candidate is the same alone and in any field, whatever else is in it', () => {
  fc.assert(
    fc.property(aCandidate, fc.array(aCandidate, { maxLength: 7 }), fc.boolean(), (own, others, baseRuns) => {
      const alone = standingOf(fieldOf(own, [], baseRuns), 'mine');
      expect(standingOf(fieldOf(own, others, baseRuns), 'mine')).toEqual(alone);
    }),
    { numRuns: 200 },
  );
});

test('a test that most authors break and that is excused for it still costs those that break it', () => {
  const breaks = { ...BASE, old: 'passed', steady: 'failed' } as const;
  const evidence = ['a', 'b', 'c'].map((name) => anEvidence(name, breaks));
  const together = conclude(aCapture(BASE, evidence), POLICY, 'run');
  const alone = conclude(aCapture(BASE, evidence.slice(0, 1)), POLICY, 'run');
  expect(together.excused).toEqual(['steady']);
  expect(together.rankings[0]?.gates).toEqual([]);
  expect(alone.rankings[0]?.gates).toContain('tests');
  expect(together.rankings.map(({ total }) => total)).toEqual(
    Array.from({ length: 3 }, () => alone.rankings[0]?.total),
  );
});
