import { describe, expect, test } from 'vitest';
import type { CrossExamined } from '../../../src/core/decide/cross-examination.ts';
import {
  failingOnBase,
  fixableTests,
  fixedTests,
  isEnough,
  progressIsRequired,
  progressOf,
} from '../../../src/core/decide/progress.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { aCapture, aCell, aMatrix, anEvidence, aTree } from '../../support/evidence-builders.ts';

const NOBODY = new Set<string>();
const CROSS: CrossExamined = {
  passed: 0,
  failed: 0,
  corroborated: 0,
  contradicted: false,
  claims: false,
  refutedBy: 0,
  failsClaimsOf: 0,
  claimants: [],
  tied: false,
  unsure: false,
};

describe('tests that fail on the base', () => {
  test('are those that failed there and are not set aside', () => {
    const capture = aCapture({ a: 'failed', b: 'failed', c: 'passed', d: 'skipped' }, []);
    expect(failingOnBase(capture, NOBODY)).toEqual(['a', 'b']);
    expect(failingOnBase(capture, new Set(['a']))).toEqual(['b']);
  });

  test('are none if the base has no results by id', () => {
    const silent = aCapture({}, [], { baseline: aTree({}, { tests: missing('not-configured', 'none') }) });
    expect(failingOnBase(silent, NOBODY)).toEqual([]);
  });
});

test('a project that only an exit code tells of need not be fixed where others name their tests', () => {
  const whole = '. > (the whole test command)';
  const mixed = { [whole]: 'failed', 'packages/a > adds': 'failed', 'packages/a > ok': 'passed' } as const;
  const failing = [whole, 'packages/a > adds'];
  expect(fixableTests(aCapture(mixed, []), failing)).toEqual(['packages/a > adds']);
  expect(fixableTests(aCapture(mixed, [], { confirmation: 'behaviour' }), failing)).toEqual(failing);
  expect(fixableTests(aCapture({ [whole]: 'failed' }, []), [whole])).toEqual([whole]);
});

test('fixed are those of them that pass now', () => {
  const one = anEvidence('one', { a: 'passed', b: 'failed', c: 'skipped' });
  expect(fixedTests(['a', 'b', 'c', 'd', 'constructor'], one)).toEqual(['a']);
  expect(fixedTests(['a'], anEvidence('one', {}, { tests: missing('candidate', 'crash') }))).toEqual([]);
});

describe('progress', () => {
  const plain = anEvidence('one', { a: 'failed' });
  const progress = (one = plain, said: Partial<CrossExamined> | undefined = {}, capture = aCapture({}, [])) =>
    progressOf(capture, ['a'], one, said === undefined ? undefined : { ...CROSS, ...said });

  test('is none without any test', () => {
    expect(progress()).toBe('none');
    expect(progressOf(aCapture({}, []), ['a'], plain, undefined)).toBe('none');
  });

  test('is shown by a test of the base, one of another author, or one of its own that another passes', () => {
    expect(progress(anEvidence('one', { a: 'passed' }))).toBe('shown');
    expect(progress(plain, { passed: 1 })).toBe('shown');
    expect(progress(plain, { corroborated: 1 })).toBe('shown');
    expect(progress(plain, { failed: 1 })).toBe('none');
  });

  test('is claimed if only its own proven tests show it, unless others contradict them', () => {
    const claims = anEvidence('one', { a: 'failed' }, { matrix: aMatrix({ proven: ['new'] }) });
    expect(progress(claims)).toBe('claimed');
    expect(progressOf(aCapture({}, []), ['a'], claims, undefined)).toBe('claimed');
    expect(progress(claims, { contradicted: true })).toBe('none');
    expect(progress(plain, { claims: true })).toBe('claimed');
    expect(progress(plain, { claims: true, contradicted: true })).toBe('none');
    expect(progress(plain, { claims: true }, aCapture({}, [], { confirmation: 'behaviour' }))).toBe('none');
  });

  test('is shown by a hidden test that the base does not pass', () => {
    const hidden = (passed: string[]) => measured(aCell({ passed }));
    const seen = (own: string[], base: string[]) =>
      progress({ ...plain, hidden: hidden(own) }, {}, aCapture({}, [], { hidden: hidden(base) }));
    expect(seen(['h', 'k'], ['k'])).toBe('shown');
    expect(seen(['k'], ['k'])).toBe('none');
    expect(seen([], [])).toBe('none');
  });

  test('is shown by hidden tests that do not compile on the base', () => {
    const own = { ...plain, hidden: measured(aCell({ passed: ['h'] })) };
    const base = { hidden: missing('candidate', 'cargo test reported no test (exit code 101)') };
    expect(progress(own, {}, aCapture({}, [], base))).toBe('shown');
    // A run of an earlier engine keeps its result.
    const { confirmation: _, ...earlier } = aCapture({}, [], base);
    expect(progress(own, {}, earlier)).toBe('none');
  });

  test('is not shown by hidden tests that were not run on both sides', () => {
    const lost = missing('infrastructure', 'lost');
    const passed = measured(aCell({ passed: ['h'] }));
    expect(progress({ ...plain, hidden: passed }, {}, aCapture({}, []))).toBe('none');
    expect(progress(plain, {}, aCapture({}, [], { hidden: passed }))).toBe('none');
    expect(progress({ ...plain, hidden: passed }, {}, aCapture({}, [], { hidden: lost }))).toBe('none');
    expect(progress({ ...plain, hidden: lost }, {}, aCapture({}, [], { hidden: passed }))).toBe('none');
  });
});

describe('progress is required', () => {
  const field = { failing: 0, shown: false, shownByGivenTests: false, opinions: 2, reached: false };
  test.each([
    ['if the policy says so', true, field, true],
    ['not if it says no', false, { ...field, shown: true, failing: 1 }, false],
    ['if a candidate shows it', undefined, { ...field, shown: true }, true],
    ['not if nothing fails and no candidate shows any', undefined, field, false],
    ['of a lone candidate if something fails', undefined, { ...field, failing: 1, opinions: 1 }, true],
    ['if a candidate touches what fails', undefined, { ...field, failing: 1, reached: true }, true],
    ['not if a whole field leaves it alone', undefined, { ...field, failing: 1 }, false],
    ['not of a lone candidate if nothing fails', undefined, { ...field, opinions: 1, reached: true }, false],
  ])('%s', (_, wanted, given, expected) => expect(progressIsRequired(wanted, given)).toBe(expected));
});

describe('if it is required, enough is', () => {
  const field = { failing: 1, shown: false, shownByGivenTests: false, opinions: 2, reached: true };
  test.each([
    ['shown progress', 'shown', { ...field, shown: true, opinions: 1 }, true],
    ['a claim if no candidate in a field shows any', 'claimed', field, true],
    ['a claim next to tests that others bring', 'claimed', { ...field, shown: true }, true],
    ['no claim next to base tests', 'claimed', { ...field, shown: true, shownByGivenTests: true }, false],
    ['no claim of a lone candidate', 'claimed', { ...field, opinions: 1 }, false],
    ['never none', 'none', field, false],
  ] as const)('%s', (_, progress, given, expected) => expect(isEnough(progress, given)).toBe(expected));
});
