import { expect, test } from 'vitest';
import { setTestsAside } from '../../../src/core/decide/set-tests-aside.ts';
import { aReport } from '../../support/evidence-builders.ts';

const report = aReport({ a: 'passed', b: 'failed', c: 'skipped', d: 'passed' });

test('tests set aside are removed, and counts follow', () => {
  const left = setTestsAside(report, new Set(['a', 'b', 'unheard']));
  expect({ ...left.outcomes }).toEqual({ c: 'skipped', d: 'passed' });
  expect(left).toMatchObject({ passed: 1, failed: 0, skipped: 1 });
});

test('if nothing is set aside, or nothing has a name, the report stays as it is', () => {
  expect(setTestsAside(report, new Set())).toBe(report);
  const { outcomes: _, ...counts } = report;
  expect(setTestsAside(counts, new Set(['a']))).toBe(counts);
});

test('a test may have the name of a property of every object', () => {
  const odd = aReport({ a: 'passed', ['constructor' as string]: 'passed' });
  Object.defineProperty(odd.outcomes, '__proto__', { value: 'failed', enumerable: true });
  const left = setTestsAside(odd, new Set(['a']));
  expect(Object.keys(left.outcomes ?? {})).toEqual(['constructor', '__proto__']);
  expect(left).toMatchObject({ passed: 1, failed: 1 });
});
