import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newlyPassing, openContainers } from '../../../src/core/decide/opened-containers.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import { aReport } from '../../support/evidence-builders.ts';

const opened = (base: Record<string, TestOutcome>, own: Record<string, TestOutcome>) => ({
  ...openContainers(aReport(base), aReport(own)).outcomes,
});

describe('a file that crashes on the base', () => {
  test.each([
    ['node:test', 't/b.test.js', 't/b.test.js > adds'],
    ['pytest', 'tests.test_b', 'tests.test_b > test_b'],
    ['a class in it', 'tests.test_b', 'tests.test_b.TestB > test_b'],
    ['rust-like', 'crate', 'crate::module::adds'],
    ['go-like', 'example.com/pkg', 'example.com/pkg/TestB'],
  ])('%s: has the outcome of its tests once it loads', (_, file, id) => {
    expect(opened({ [file]: 'failed' }, { [id]: 'passed' })).toEqual({ [id]: 'passed', [file]: 'passed' });
    expect(newlyPassing(aReport({ [file]: 'failed' }), aReport({ [id]: 'passed' }))).toEqual([id]);
  });

  test.each([
    ['one of them fails', { 'f > a': 'passed', 'f > b': 'failed' }, 'failed'],
    ['all are skipped', { 'f > a': 'skipped' }, 'skipped'],
    ['nothing in it runs', { 'g > a': 'passed' }, undefined],
    ['the name of another begins with its name', { 'file > a': 'passed' }, undefined],
  ] as const)('%s', (_, own, outcome) => {
    expect(opened({ f: 'failed' }, own)['f']).toBe(outcome);
  });

  test('tests that the base has are not found inside', () => {
    expect(opened({ f: 'failed', 'f > a': 'passed' }, { 'f > a': 'passed' })).toEqual({ 'f > a': 'passed' });
  });

  test('the worst of many counts, and one that passes outweighs skipped ones', () => {
    expect(opened({ f: 'failed' }, { 'f > a': 'failed', 'f > b': 'passed' })['f']).toBe('failed');
    expect(opened({ f: 'failed' }, { 'f > a': 'skipped', 'f > b': 'passed' })['f']).toBe('passed');
  });

  test('a report in which nothing was opened, or nothing has a name, stays as it is', () => {
    const { outcomes: _, ...bare } = aReport({});
    const own = aReport({ 'f > a': 'passed' });
    expect(openContainers(aReport({ f: 'passed' }), own)).toBe(own);
    expect(openContainers(aReport({}), own)).toBe(own);
    expect(openContainers(bare, own)).toBe(own);
    expect(openContainers(aReport({ f: 'failed' }), bare)).toBe(bare);
  });

  test('counts follow', () => {
    const own = openContainers(aReport({ f: 'failed' }), aReport({ 'f > a': 'passed', 'f > b': 'passed' }));
    expect(own).toMatchObject({ passed: 3, failed: 0, skipped: 0 });
  });
});

describe('fixed', () => {
  const mended = (base: Record<string, TestOutcome>, own: Record<string, TestOutcome>) =>
    newlyPassing(aReport(base), aReport(own));

  test('is a test that fails on the base and passes here', () => {
    const base = { a: 'failed', b: 'failed', c: 'passed', d: 'skipped', e: 'failed', g: 'failed' } as const;
    const own = { a: 'passed', b: 'failed', c: 'passed', d: 'passed', e: 'skipped', new: 'passed' } as const;
    expect(mended(base, own)).toEqual(['a']);
  });

  test('if a file crashes there, is the tests of it that pass', () => {
    expect(mended({ f: 'failed' }, { 'f > a': 'passed', 'f > b': 'failed', 'f > c': 'skipped' })).toEqual([
      'f > a',
    ]);
    expect(mended({ f: 'passed' }, { 'f > a': 'passed' })).toEqual([]);
  });

  test('is reported once, however many containers it is in', () => {
    expect(mended({ f: 'failed', 'f > a': 'failed' }, { 'f > a > b': 'passed' })).toEqual(['f > a > b']);
  });

  test('is empty without names', () => {
    const { outcomes: _, ...bare } = aReport({});
    expect(newlyPassing(bare, aReport({ a: 'passed' }))).toEqual([]);
    expect(newlyPassing(aReport({ a: 'failed' }), bare)).toEqual([]);
  });
});

test('does not invent tests that pass on the base', () => {
  const outcomes = fc.dictionary(
    fc.constantFrom('f', 'f > a', 'f.b', '__proto__', 'f > a > c'),
    fc.constantFrom<TestOutcome>('passed', 'failed', 'skipped'),
  );
  fc.assert(
    fc.property(outcomes, outcomes, (base, own) => {
      const now = opened(base, own);
      for (const id of Object.keys(now))
        expect(Object.hasOwn(own, id) || base[id] === 'failed', id).toBe(true);
      for (const id of Object.keys(own)) expect(now[id]).toBe(own[id]);
    }),
  );
});
