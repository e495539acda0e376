import { expect, test } from 'vitest';
import { findBroken, findFlaky, findRenamed, findUnsteady } from '../../../src/core/decide/find-flaky.ts';
import { aReport } from '../../support/evidence-builders.ts';

const { outcomes: _, ...counts } = aReport({});

test('flaky is a test on which two runs of one tree disagree; a test missing from one of them is no evidence', () => {
  const first = aReport({ z: 'passed', a: 'failed', same: 'passed', gone: 'passed', off: 'skipped' });
  const second = aReport({ z: 'failed', a: 'passed', same: 'passed', new: 'failed', off: 'failed' });
  expect(findFlaky(first, second)).toEqual(['a', 'off', 'z']);
  expect(findFlaky(first, first)).toEqual([]);
  expect(findFlaky(counts, second)).toEqual([]);
  expect(findFlaky(first, counts)).toEqual([]);
});

test('renamed are tests of a suite that has as many others in a second run', () => {
  const first = ['a > in /tmp/x1/f', 'a > x', 'T/1', 'T/2'];
  expect(findRenamed(first, ['a > in /tmp/x2/f', 'a > x', 'T/3', 'T/2'])).toEqual([
    'T/1',
    'a > in /tmp/x1/f',
  ]);
  expect(findRenamed(first, first)).toEqual([]);
});

test('tests that are only missing from a second run are not renamed', () => {
  const first = ['a > 1', 'a > 2', 'b > 1', 'gone'];
  expect(findRenamed(first, ['a > 3', 'c > 1', 'new'])).toEqual([]);
  expect(findRenamed(first, [])).toEqual([]);
});

test('broken is a test that passed on the base and fails now', () => {
  const base = aReport({ z: 'passed', a: 'passed', was: 'failed', gone: 'passed', off: 'passed' });
  const now = aReport({ z: 'failed', a: 'failed', was: 'failed', new: 'failed', off: 'skipped' });
  expect(findBroken(base, now)).toEqual(['a', 'z']);
  expect(findBroken(counts, now)).toEqual([]);
  expect(findBroken(base, counts)).toEqual([]);
});

test('unsteady is a test that passes when run again', () => {
  const again = aReport({ a: 'passed', b: 'failed', c: 'skipped', d: 'passed' });
  expect(findUnsteady(['b', 'a', 'c', 'gone'], again)).toEqual(['a']);
  expect(findUnsteady(['a'], counts)).toEqual([]);
});

test('ids that every object has count only if a report contains them', () => {
  const odd = aReport({ ['constructor' as string]: 'passed' });
  expect(findFlaky(odd, aReport({ a: 'passed' }))).toEqual([]);
  expect(findBroken(odd, aReport({ a: 'failed' }))).toEqual([]);
  expect(findUnsteady(['constructor'], aReport({}))).toEqual([]);
});
