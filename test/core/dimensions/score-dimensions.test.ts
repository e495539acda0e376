import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measured, missing, type Measured } from '../../../src/core/domain/measured.ts';
import type { TestChange } from '../../../src/core/domain/candidate/test-change.ts';
import { scoreBuild } from '../../../src/core/dimensions/build/score-build.ts';
import { scoreDiffScope } from '../../../src/core/dimensions/diff-scope/score-diff-scope.ts';
import { scoreLint } from '../../../src/core/dimensions/lint/score-lint.ts';
import { scoreTests } from '../../../src/core/dimensions/tests/score-tests.ts';
import { aBaseline, aCandidate, aDiff, aPolicy, builds, lints, unsaid } from '../../support/race-builders.ts';

const valueOf = (score: Measured<number>): number => (score.known ? score.value : Number.NaN);
const crashed = missing('candidate', 'it crashed');

describe('scoreBuild', () => {
  const score = (base: ReturnType<typeof builds>, own: typeof base, policy = aPolicy()) =>
    scoreBuild({ baseline: aBaseline({ build: base }), candidate: aCandidate({ build: own }), policy });
  const targets = (built: Record<string, boolean>) => measured({ passed: false, targets: built });
  const gradient = aPolicy({ build_mode: 'gradient' });

  test('passed is 100, failed 0', () => {
    expect(score(builds(true), builds(true))).toEqual(measured(100));
    expect(score(builds(true), builds(false))).toEqual(measured(0));
  });

  test('is inactive without a baseline, and the candidate’s fault if only the candidate has none', () => {
    const input = {
      candidate: aCandidate({ build: builds(false) }),
      baseline: aBaseline(),
      policy: aPolicy(),
    };
    expect(scoreBuild(input)).toEqual(unsaid);
    const broken = {
      ...input,
      candidate: aCandidate({ build: crashed }),
      baseline: aBaseline({ build: builds(true) }),
    };
    expect(scoreBuild(broken)).toEqual(crashed);
  });

  test('gradient mode gives credit by target', () => {
    expect(
      valueOf(
        score(targets({ a: true, b: true, c: true }), targets({ a: true, b: false, c: true }), gradient),
      ),
    ).toBeCloseTo(200 / 3, 9);
    expect(score(targets({ a: true }), targets({ a: true }), aPolicy())).toEqual(measured(0));
  });

  test('a target that the candidate does not report is not built', () => {
    expect(score(targets({ a: true, b: true }), targets({ a: true }), gradient)).toEqual(measured(50));
    expect(score(targets({ a: true }), builds(true), gradient)).toEqual(measured(0));
  });

  test('gradient mode without targets is pass or fail', () => {
    expect(score(builds(true), builds(true), gradient)).toEqual(measured(100));
  });
});

describe('scoreTests', () => {
  const change = (said: Partial<TestChange>): Measured<TestChange> =>
    measured({
      basePassed: 0,
      passed: 0,
      ran: 0,
      regressed: 0,
      dropped: 0,
      added: 0,
      regressedIds: [],
      droppedIds: [],
      ...said,
    });
  const score = (said: Partial<TestChange>, policy = aPolicy()) =>
    valueOf(scoreTests({ tests: change(said), policy }));

  test.each([
    ['all pass', { basePassed: 10, passed: 10, ran: 10 }, 100],
    ['a failure that was there before', { basePassed: 9, passed: 9, ran: 10 }, 90],
    ['half of them regress', { basePassed: 10, passed: 5, ran: 10, regressed: 5 }, 20],
    ['half of them are deleted', { basePassed: 10, passed: 5, ran: 5, regressed: 5, dropped: 5 }, 20],
    [
      'two new tests on a base with failures',
      { basePassed: 8, passed: 10, ran: 12, added: 2 },
      84.333_333_333,
    ],
    ['the bonus ends at 10', { basePassed: 1, passed: 50, ran: 100, added: 99 }, 60],
    ['nothing ran', {}, 0],
    ['nothing passed before', { passed: 1, ran: 2 }, 50],
  ])('%s', (_, said, expected) => expect(score(said)).toBeCloseTo(expected, 6));

  test('the policy may fail any drop in discovery', () => {
    const said = { basePassed: 10, passed: 99, ran: 99, dropped: 1 };
    expect(score(said)).toBeGreaterThan(90);
    expect(score(said, aPolicy({ gates: { fail_on_dropped_tests: true } }))).toBe(0);
  });

  test('missing stays missing', () =>
    expect(scoreTests({ tests: crashed, policy: aPolicy() })).toEqual(crashed));

  const facts = fc
    .record({
      basePassed: fc.nat(50),
      baseFailed: fc.nat(50),
      kept: fc.nat(50),
      added: fc.nat(50),
      failed: fc.nat(50),
    })
    .map(({ basePassed, baseFailed, kept, added, failed }) => {
      const passing = Math.min(kept, basePassed);
      return {
        basePassed,
        passed: passing + added,
        ran: passing + added + failed,
        regressed: basePassed - passing,
        dropped: baseFailed,
        added,
      };
    });

  test('stays in 0..100', () => {
    fc.assert(fc.property(facts, (said) => score(said) >= 0 && score(said) <= 100));
  });

  test('one more dropped test, failed test or regression never raises the score', () => {
    fc.assert(
      fc.property(facts, (said) => {
        const now = score(said);
        return (
          score({ ...said, dropped: said.dropped + 1 }) <= now + 1e-9 &&
          score({ ...said, ran: said.ran + 1 }) <= now + 1e-9 &&
          score({ ...said, regressed: said.regressed + 1 }) <= now + 1e-9
        );
      }),
    );
  });
});

describe('scoreLint', () => {
  const score = (base: [number, number], own: [number, number]) =>
    valueOf(
      scoreLint({
        baseline: aBaseline({ lint: lints(...base) }),
        candidate: aCandidate({ lint: lints(...own) }),
      }),
    );

  test.each<[[number, number], [number, number], number]>([
    [[0, 0], [0, 0], 100],
    [[3, 7], [3, 7], 100],
    [[0, 0], [1, 0], 88],
    [[0, 0], [0, 6], 88],
    [[0, 4], [1, 0], 91],
    [[5, 5], [0, 0], 100],
    [[0, 0], [9, 0], 0],
  ])('base %j, candidate %j: %d', (base, own, expected) => expect(score(base, own)).toBe(expected));

  test('a broken linter is the candidate’s fault', () => {
    expect(scoreLint({ baseline: aBaseline({ lint: lints(0, 0) }), candidate: aCandidate() })).toEqual(
      missing('candidate', 'not said'),
    );
  });

  const pair = fc.tuple(fc.nat(60), fc.nat(60));

  test('stays in 0..100, and one more finding never raises it', () => {
    fc.assert(
      fc.property(pair, pair, (base, [errors, warnings]) => {
        const now = score(base, [errors, warnings]);
        return (
          now >= 0 &&
          now <= 100 &&
          score(base, [errors + 1, warnings]) <= now &&
          score(base, [errors, warnings + 1]) <= now
        );
      }),
    );
  });
});

describe('scoreDiffScope', () => {
  const files = (...paths: string[]) => paths.map((path) => ({ path }));
  const many = (count: number) => files(...Array.from({ length: count }, (_, index) => `src/f${index}.ts`));
  const score = (diff: Parameters<typeof aDiff>[0], scope: object = {}) =>
    scoreDiffScope({ candidate: aCandidate({ diff: aDiff(diff) }), policy: aPolicy({ diff_scope: scope }) });

  test.each([
    ['modest', { added: 500, removed: 300 }, {}, 100],
    ['half as much again', { added: 1200 }, {}, 87.5],
    ['three times the churn', { added: 2400 }, {}, 50],
    ['endless churn', { added: 1e9 }, {}, 50],
    ['too many files too', { added: 1e9, files: many(60) }, {}, 0],
    ['half outside the allowed paths', { files: files('src/a', 'docs/b') }, { allowed_paths: ['src/'] }, 85],
    ['a protected path', { files: files('infra/a.tf') }, { protected_paths: ['infra/'] }, 30],
    [
      'a protected path in a worse diff',
      { added: 1e9, files: [...many(60), { path: 'infra/a' }] },
      { protected_paths: ['infra'] },
      0,
    ],
    [
      'a name that only begins like it',
      { files: files('infrastructure/a') },
      { protected_paths: ['infra'] },
      100,
    ],
    [
      'an exact protected file',
      { files: files('package.json') },
      { protected_paths: ['./package.json'] },
      30,
    ],
    [
      'moved out of a protected folder',
      { files: [{ path: 'src/a', oldPath: 'infra/a' }] },
      { protected_paths: ['infra/'] },
      30,
    ],
    [
      'moved in from outside the allowed paths',
      { files: [{ path: 'src/a', oldPath: 'x/a' }] },
      { allowed_paths: ['src'] },
      70,
    ],
    ['lines but no file names', { added: 3, files: [] }, { allowed_paths: ['src'] }, 100],
  ])('%s', (_, diff, scope, expected) => expect(valueOf(score(diff, scope))).toBeCloseTo(expected, 9));

  test('an empty diff has no scope', () => {
    expect(score({ files: [] })).toEqual(missing('not-configured', 'an empty diff has no scope'));
  });

  test('stays in 0..100, and more churn or one more file never raises it', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), fc.integer({ min: 1, max: 80 }), (added, removed, count) => {
        const now = valueOf(score({ added, removed, files: many(count) }));
        return (
          now >= 0 &&
          now <= 100 &&
          valueOf(score({ added: added + 1, removed, files: many(count) })) <= now &&
          valueOf(score({ added, removed, files: many(count + 1) })) <= now
        );
      }),
    );
  });
});
