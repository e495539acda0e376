import { describe, expect, test } from 'vitest';
import { failedGates } from '../../../src/core/decide/gates.ts';
import { mapMeasured, measured, missing } from '../../../src/core/domain/measured.ts';
import type { BaselineFacts, RaceFacts } from '../../../src/core/domain/run/race-facts.ts';
import { compareTests, indexBaselineTests } from '../../../src/core/compare/compare-tests.ts';
import { pairMeasured } from '../../../src/core/math/pair-measured.ts';
import {
  aBaseline,
  aDiff,
  aPolicy,
  aSoundCandidate,
  builds,
  counts,
  outcomes,
  unsaid,
} from '../../support/race-builders.ts';

const gates = (base: Partial<BaselineFacts>, own: Partial<RaceFacts>, policy: object = {}) => {
  const baseline = aBaseline(base);
  const candidate = aSoundCandidate(own);
  const paired = pairMeasured(mapMeasured(baseline.tests, indexBaselineTests), candidate.tests);
  const tests = mapMeasured(paired, (pair) => compareTests(pair.base, pair.own));
  return failedGates({ candidate, baseline, tests, policy: aPolicy({ gates: policy }).gates });
};
const crashed = missing('candidate', 'it crashed');
const lost = missing('infrastructure', 'disk full');

test('a sound candidate passes every gate', () => expect(gates({}, {})).toEqual({}));

describe('build', () => {
  test.each([
    ['fails', builds(false), { build: 'the build fails' }],
    ['crashes', crashed, { build: 'no build result: it crashed' }],
    ['is lost', lost, { build: 'no build result: disk full' }],
    ['passes', builds(true), {}],
  ])('%s', (_, build, expected) => expect(gates({ build: builds(true) }, { build })).toEqual(expected));

  test('is ignored if the baseline has none, or if it is not required', () => {
    expect(gates({}, { build: builds(false) })).toEqual({});
    expect(gates({ build: builds(true) }, { build: builds(false) }, { require_build_pass: false })).toEqual(
      {},
    );
  });
});

describe('tests', () => {
  const passing = (count: number) =>
    outcomes(Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'passed'])));

  test('lists tests that no longer pass', () => {
    const own = outcomes({ t0: 'failed', t2: 'passed', t3: 'passed', new: 'passed' });
    expect(gates({ tests: passing(4) }, { tests: own })).toEqual({
      tests: '2 of 4 tests that passed on the base no longer pass: t0, t1',
    });
  });

  test('says how many more there are, and cuts long names', () => {
    const long = 'x'.repeat(500);
    const base = outcomes({
      [long]: 'passed',
      a: 'passed',
      b: 'passed',
      c: 'passed',
      d: 'passed',
      e: 'passed',
      f: 'passed',
    });
    const sentence = gates({ tests: base }, { tests: outcomes({}) })['tests'] ?? '';
    expect(sentence).toMatch(/^7 of 7 tests .*: x{120}…, a, b, c, d and 2 more$/);
  });

  test('counts alone have no names', () => {
    expect(gates({ tests: counts(38, 0) }, { tests: counts(36, 2) })).toEqual({
      tests: '2 of 38 tests that passed on the base no longer pass',
    });
  });

  test('the threshold itself is allowed, anything above is not', () => {
    const at = (max: number) =>
      gates({ tests: counts(20, 0) }, { tests: counts(19, 1) }, { max_test_regression_percent: max });
    expect(at(5)).toEqual({});
    expect(at(4.9)['tests']).toContain('(5 %, allowed 4.9 %)');
  });

  test('no result blocks if the baseline has one', () => {
    expect(gates({ tests: counts(1, 0) }, { tests: crashed })).toEqual({
      tests: 'no test result: it crashed',
    });
    expect(gates({ tests: counts(1, 0) }, {})).toEqual({ tests: 'no test result: not said' });
    expect(gates({ tests: lost }, { tests: counts(1, 0) })['tests']).toContain(
      'the baseline has none: disk full',
    );
    expect(gates({}, { tests: crashed })).toEqual({});
  });

  test('a baseline on which nothing passed cannot regress', () => {
    expect(gates({ tests: counts(0, 3) }, { tests: counts(0, 3) })).toEqual({});
  });

  test('dropped tests block if the policy says so', () => {
    const base = { tests: outcomes({ a: 'failed', b: 'passed' }) };
    const own = { tests: outcomes({ b: 'passed' }) };
    expect(gates(base, own)).toEqual({});
    expect(gates(base, own, { fail_on_dropped_tests: true })).toEqual({
      tests: '1 test that ran on the base no longer runs: a',
    });
  });

  test('several dropped tests are reported as such, next to those that no longer pass', () => {
    const strict = { fail_on_dropped_tests: true };
    const base = { tests: outcomes({ a: 'failed', b: 'failed', c: 'passed' }) };
    expect(gates(base, { tests: outcomes({ c: 'passed' }) }, strict)).toEqual({
      tests: '2 tests that ran on the base no longer run: a, b',
    });
    expect(gates(base, { tests: outcomes({ a: 'failed', b: 'failed' }) }, strict)).toEqual({
      tests:
        '1 of 1 test that passed on the base no longer passes: c; 1 test that ran on the base no longer runs: c',
    });
    expect(gates(base, base, strict)).toEqual({});
  });

  test('a name of 120 characters is shown whole', () => {
    const id = 'x'.repeat(120);
    expect(
      gates({ tests: outcomes({ [id]: 'passed' }) }, { tests: outcomes({ [id]: 'failed' }) })['tests'],
    ).toMatch(/: x{120}$/);
  });
});

describe('security', () => {
  test.each([
    ['not configured', unsaid, {}],
    ['passed', measured({ passed: true }), {}],
    ['failed', measured({ passed: false }), { security: 'the security check fails' }],
    ['crashed', crashed, { security: 'no result of the security check: it crashed' }],
    ['lost', lost, { security: 'no result of the security check: disk full' }],
  ])('%s', (_, security, expected) => expect(gates({}, { security })).toEqual(expected));
});

describe('no_change and agent', () => {
  test.each([
    ['an empty diff', aDiff({ files: [] }), /changes nothing/],
    ['formatting alone', aDiff({ effect: false }), /no effect/],
    ['an unknown diff', unsaid, /the diff is unknown: not said/],
  ])('%s', (_, diff, sentence) => expect(gates({}, { diff })['no_change']).toMatch(sentence));

  test('lines without a file, as counts from elsewhere may be, are a change', () => {
    expect(gates({}, { diff: aDiff({ files: [], added: 2, removed: 2 }) })).toEqual({});
  });

  test('a file without a changed line (a mode, a binary) is a change', () => {
    expect(gates({}, { diff: aDiff({ added: 0, removed: 0 }) })).toEqual({});
  });

  test.each([
    [measured('failed' as const), 'the agent failed'],
    [measured('timed_out' as const), 'the agent timed out'],
    [unsaid, "the agent's status is unknown: not said"],
  ])('agent %#', (status, sentence) => expect(gates({}, { status })).toEqual({ agent: sentence }));
});

test('further gates can be passed in, and all are listed by name', () => {
  const shut = gates(
    { build: builds(true) },
    {
      build: builds(false),
      status: measured('failed'),
      blocking: { harness_tampered: 'a negative control passed' },
    },
  );
  expect(Object.keys(shut)).toEqual(['agent', 'build', 'harness_tampered']);
});
