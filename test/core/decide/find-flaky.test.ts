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
  const first = aReport({ 'a > port 4001': 'passed', 'a > x': 'passed', 'T/1': 'passed', 'T/2': 'passed' });
  const second = aReport({ 'a > port 4777': 'passed', 'a > x': 'passed', 'T/3': 'passed', 'T/2': 'passed' });
  expect(findRenamed(first, second)).toEqual(['T/1', 'a > port 4001']);
  expect(findRenamed(first, first)).toEqual([]);
});

test('tests that are only missing from a second run are not renamed', () => {
  const first = aReport({ 'a > 1': 'passed', 'a > 2': 'passed', 'b > 1': 'passed', gone: 'passed' });
  const second = aReport({ 'a > 3': 'passed', 'c > 1': 'passed', new: 'passed' });
  expect(findRenamed(first, second)).toEqual([]);
  expect(findRenamed(counts, second)).toEqual([]);
  expect(findRenamed(first, counts)).toEqual([]);
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
