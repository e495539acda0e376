import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measured, missing, type Measured } from '../../../src/core/domain/measured.ts';
import type { BaselineFacts, RaceFacts, TestCounts } from '../../../src/core/domain/run/race-facts.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import { scoreRace } from '../../../src/core/conclude/score-race.ts';
import {
  aBaseline,
  aDiff,
  aPolicy,
  aSoundCandidate,
  builds,
  counts,
  lints,
  outcomes,
} from '../../support/race-builders.ts';

const baseline: BaselineFacts = { build: builds(true), tests: counts(10, 0), lint: lints(0, 0) };
const good = (agent: string, said: Partial<RaceFacts> = {}): RaceFacts =>
  aSoundCandidate({ ...baseline, agent, durationMs: measured(1000), ...said });
const judge = (candidates: RaceFacts[], policy: object = {}, base = baseline) =>
  scoreRace({ baseline: base, candidates }, aPolicy(policy));
const only = (candidate: RaceFacts, policy: object = {}, base = baseline) => {
  const [ranking] = judge([candidate], policy, base).rankings;
  if (ranking === undefined) throw new Error('nobody was ranked');
  return ranking;
};
const lost = missing('infrastructure', 'disk full');
const crashed = missing('candidate', 'it crashed');

describe('the contract', () => {
  test('always has the five documented keys', () => {
    const ranking = only(good('a'));
    expect(ranking).toEqual({
      agent: 'a',
      mergeable: true,
      total: 100,
      breakdown: { build: 100, tests: 100, lint: 100, diff_scope: 100, speed: 100 },
      gates: [],
      flags: [],
      reasons: {},
      weights: { build: 0.3, tests: 0.3, lint: 0.15, diff_scope: 0.15, speed: 0.1 },
      status: 'scored',
    });
  });

  test('the documented breakdown gives 92.7: the formula holds', () => {
    // 70 lines over a soft limit of 175 cost 20 of the churn's half.
    const codex = good('codex', {
      tests: counts(92, 8),
      lint: lints(1, 0),
      diff: aDiff({ added: 245 }),
      durationMs: measured(1000),
    });
    const rival = good('rival', { tests: counts(92, 8), durationMs: measured(840) });
    const policy = { diff_scope: { max_churn_soft: 175 } };
    const { rankings } = judge([codex, rival], policy, { ...baseline, tests: counts(92, 8) });
    const ranking = rankings.find(({ agent }) => agent === 'codex');
    expect(ranking?.breakdown).toEqual({ build: 100, tests: 92, lint: 88, diff_scope: 90, speed: 84 });
    expect(ranking?.total).toBeCloseTo(92.7, 9);
  });

  test('a dimension that the baseline lacks is inactive for every candidate', () => {
    const ranking = only(
      good('a', { lint: lints(99, 0) }),
      {},
      { ...baseline, lint: missing('not-configured', 'no lint command') },
    );
    expect(ranking).toMatchObject({
      total: 100,
      breakdown: { lint: null },
      reasons: { lint: 'no lint command' },
    });
    expect(ranking.weights).not.toHaveProperty('lint');
  });

  test('nothing configured leaves no total, and the change may still be merged', () => {
    const policy = { weights: { diff_scope: 0, speed: 0 } };
    const judgement = judge([aSoundCandidate({ agent: 'a' })], policy, aBaseline());
    expect(judgement.rankings[0]).toMatchObject({
      total: null,
      mergeable: true,
      reasons: { total: 'no dimension is active' },
    });
    expect(judgement.winner).toBe('a');
  });
});

describe('responsibility for an absence', () => {
  test('the candidate: 0, its reason, its gate', () => {
    expect(only(good('a', { tests: crashed }))).toMatchObject({
      mergeable: false,
      breakdown: { tests: 0 },
      gates: ['tests'],
      reasons: { tests: 'no test result: it crashed' },
      status: 'scored',
    });
  });

  test('lint has no gate, but costs the whole dimension', () => {
    expect(only(good('a', { lint: crashed }))).toMatchObject({
      mergeable: true,
      total: 85,
      breakdown: { lint: 0 },
      reasons: { lint: 'it crashed' },
    });
  });

  test.each(['build', 'tests', 'lint', 'security', 'diff'] as const)(
    'infrastructure: %s is listed, unscored, never mergeable',
    (what) => {
      const judgement = judge([good('a', { [what]: lost }), good('b', { durationMs: measured(2000) })]);
      expect(judgement.rankings.map(({ agent }) => agent)).toEqual(['b', 'a']);
      expect(judgement.rankings[1]).toMatchObject({
        total: null,
        mergeable: false,
        status: 'unscored',
        reasons: { total: `not scored: ${what}: disk full` },
      });
      // The unscored candidate is not a success: b is the fastest though a was faster.
      expect(judgement.rankings[0]?.breakdown['speed']).toBe(100);
    },
  );

  test('a baseline lost to infrastructure scores no candidate', () => {
    const judgement = judge([good('a')], {}, { ...baseline, tests: lost });
    expect(judgement).toMatchObject({ winner: null, rankings: [{ status: 'unscored', mergeable: false }] });
  });
});

describe('cost per success', () => {
  const policy = { weights: { cost: 10 } };
  const paid = (agent: string, usd: number, said: Partial<RaceFacts> = {}) =>
    good(agent, { costUsd: measured(usd), ...said });

  test('takes the place of speed', () => {
    const [first, second] = judge([paid('dear', 4), paid('cheap', 1)], policy).rankings;
    expect(first).toMatchObject({
      agent: 'cheap',
      breakdown: { cost: 100, speed: null },
      reasons: { speed: 'cost per success replaces speed' },
    });
    expect(second).toMatchObject({ agent: 'dear', breakdown: { cost: 25 } });
    expect(first?.weights).not.toHaveProperty('speed');
  });

  test('one success without a price, and speed stays for all', () => {
    const { rankings } = judge([paid('a', 1), good('b')], policy);
    for (const ranking of rankings) {
      expect(ranking.breakdown).toMatchObject({ speed: 100, cost: null });
      expect(ranking.reasons['cost']).toContain('the cost of b');
    }
  });

  test('a failure without a price changes nothing for the others', () => {
    const { rankings } = judge([paid('a', 1), good('b', { build: builds(false) })], policy);
    expect(rankings[0]?.breakdown).toMatchObject({ cost: 100, speed: null });
    expect(rankings[1]).toMatchObject({ breakdown: { cost: null, speed: null } });
    expect(rankings[1]?.reasons['cost']).toBeTruthy();
  });

  test('is not in the breakdown unless configured', () => {
    expect(only(paid('a', 1)).breakdown).not.toHaveProperty('cost');
    expect(judge([paid('a', 1)]).weights).not.toHaveProperty('cost');
    expect(judge([paid('a', 1)], policy).weights).toMatchObject({ cost: 10, speed: 10 });
  });
});

test('gradient mode without targets reports its fallback', () => {
  expect(judge([good('a')], { build_mode: 'gradient' }).notes).toEqual([
    expect.stringContaining('names no target'),
  ]);
  const named = measured({ passed: true, targets: { web: true } });
  expect(judge([good('a', { build: named })], { build_mode: 'gradient' }).notes).toEqual([]);
});

const chance = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<Measured<T>> =>
  fc.oneof(
    { weight: 6, arbitrary: of.map((value) => measured(value)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('not-configured', 'infrastructure', 'candidate')
        .map((cause) => missing(cause as 'candidate', `${cause}!`)),
    },
  );
const anyTests: fc.Arbitrary<TestCounts> = fc.record(
  {
    passed: fc.nat(20),
    failed: fc.nat(20),
    skipped: fc.nat(5),
    outcomes: fc.dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__'),
      fc.constantFrom<TestOutcome>('passed', 'failed', 'skipped'),
    ),
  },
  { requiredKeys: ['passed', 'failed', 'skipped'] },
);
const anyBaseline: fc.Arbitrary<BaselineFacts> = fc.record({
  build: chance(fc.record({ passed: fc.boolean() })),
  tests: chance(anyTests),
  lint: chance(fc.record({ errors: fc.nat(20), warnings: fc.nat(20) })),
});
const anyField = fc
  .array(
    fc.record({
      build: chance(fc.record({ passed: fc.boolean() })),
      tests: chance(anyTests),
      lint: chance(fc.record({ errors: fc.nat(20), warnings: fc.nat(20) })),
      status: chance(fc.constantFrom('completed', 'completed', 'failed', 'timed_out')),
      durationMs: chance(fc.double({ noNaN: true, noDefaultInfinity: true })),
      costUsd: chance(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
      diff: chance(
        fc.record({
          added: fc.maxSafeNat(),
          removed: fc.nat(2000),
          files: fc.array(
            fc.constantFrom({ path: 'infra/a' }, { path: 'src/a', oldPath: 'infra/b' }, { path: 'src/b' }),
          ),
          effect: fc.boolean(),
        }),
      ),
      security: chance(fc.record({ passed: fc.boolean() })),
    }),
    { maxLength: 6 },
  )
  .map((field) =>
    field.map((facts, index): RaceFacts => ({
      ...facts,
      status: facts.status as RaceFacts['status'],
      agent: `agent-${index}`,
      flags: [],
    })),
  );
const weight = fc.oneof(fc.nat(50), fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }));
const anyPolicy = fc
  .record(
    {
      weights: fc.record(
        { build: weight, tests: weight, lint: weight, diff_scope: weight, speed: weight, cost: weight },
        { requiredKeys: [] },
      ),
      gates: fc.record(
        {
          require_build_pass: fc.boolean(),
          fail_on_dropped_tests: fc.boolean(),
          max_test_regression_percent: fc.nat(100),
        },
        { requiredKeys: [] },
      ),
      diff_scope: fc.record(
        { protected_paths: fc.constantFrom([], ['infra']), allowed_paths: fc.constantFrom([], ['src/']) },
        { requiredKeys: [] },
      ),
      speed_of_failed: fc.constantFrom('keep', 'drop'),
      build_mode: fc.constantFrom('binary', 'gradient'),
    },
    { requiredKeys: [] },
  )
  .map((policy) => aPolicy(policy));

describe('for any field', () => {
  test('scores are in 0..100 or null with a reason, and every failed gate has a sentence', () => {
    fc.assert(
      fc.property(anyBaseline, anyField, anyPolicy, (base, candidates, policy) => {
        const { rankings } = scoreRace({ baseline: base, candidates }, policy);
        expect(rankings).toHaveLength(candidates.length);
        for (const { breakdown, total, reasons, gates, mergeable, status, weights } of rankings) {
          for (const [name, value] of Object.entries({ ...breakdown, total })) {
            if (value === null) expect(reasons[name], name).toBeTruthy();
            else expect(value >= 0 && value <= 100 + 1e-9, `${name} ${value}`).toBe(true);
          }
          for (const gate of gates) expect(reasons[gate], gate).toBeTruthy();
          expect(mergeable).toBe(gates.length === 0 && status === 'scored');
          if (status === 'unscored') expect(total).toBeNull();
          const sum = Object.values(weights).reduce((all, share) => all + share, 0);
          if (total !== null) expect(sum).toBeCloseTo(1, 9);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the result does not depend on the order of arrival', () => {
    fc.assert(
      fc.property(
        anyBaseline,
        anyField.chain((field) =>
          fc.tuple(fc.constant(field), fc.shuffledSubarray(field, { minLength: field.length })),
        ),
        anyPolicy,
        (base, [field, shuffled], policy) => {
          expect(scoreRace({ baseline: base, candidates: shuffled }, policy)).toEqual(
            scoreRace({ baseline: base, candidates: field }, policy),
          );
        },
      ),
    );
  });

  test('breaking the linter, the build or the tests never raises a total', () => {
    fc.assert(
      fc.property(
        anyBaseline,
        anyField,
        anyPolicy,
        fc.constantFrom('lint', 'build', 'tests'),
        (base, field, policy, what) => {
          const [first] = field;
          if (first === undefined) return;
          const totalOf = (candidate: RaceFacts) =>
            scoreRace(
              { baseline: base, candidates: [candidate] },
              { ...policy, weights: { ...policy.weights, speed: 0, cost: 0 } },
            ).rankings[0]?.total ?? null;
          const [whole, broken] = [totalOf(first), totalOf({ ...first, [what]: crashed })];
          if (whole !== null && broken !== null) expect(broken).toBeLessThanOrEqual(whole + 1e-9);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('breaking five tests and adding five does not pay', () => {
  const ids = (prefix: string, outcome: TestOutcome) =>
    Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${prefix}${index}`, outcome]));
  const base = { ...baseline, tests: outcomes({ ...ids('old', 'passed'), kept: 'passed' }) };
  const swapped = only(good('a', { tests: outcomes({ ...ids('new', 'passed'), kept: 'passed' }) }), {}, base);
  expect(swapped).toMatchObject({ mergeable: false, gates: ['tests'] });
  expect(swapped.breakdown['tests']).toBeLessThan(10);
  expect(swapped.reasons['tests']).toBe(
    '5 of 6 tests that passed on the base no longer pass: old0, old1, old2, old3, old4',
  );
});
