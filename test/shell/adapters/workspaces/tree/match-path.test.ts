import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathMatcher } from '../../../../../src/shell/adapters/workspaces/tree/match-path.ts';

const matches = (pattern: string, path: string): boolean => {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  let matcher: ReturnType<typeof pathMatcher> | null = pathMatcher(pattern);
  for (const part of parts) matcher = matcher?.enter(part) ?? null;
  return matcher?.matches(file) ?? false;
};

test.each([
  ['target/*.xml', 'target/a.xml', true],
  ['target/*.xml', 'target/b/a.xml', false],
  ['**/target/*.xml', 'target/a.xml', true],
  ['**/target/*.xml', 'x/y/target/a.xml', true],
  ['**', 'a/b/c', true],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['**/*.{xml,json}', 'r/a.json', true],
  ['**/*.{xml,json}', 'r/a.txt', false],
  ['./build/test-results/*/TEST-*.xml', 'build/test-results/test/TEST-A.xml', true],
  ['report-?.xml', 'report-1.xml', true],
  ['report-?.xml', 'report-12.xml', false],
  ['**/*.xml', 'node_modules/a.xml', false],
  ['node_modules/*.xml', 'node_modules/a.xml', true],
  ['**/*.xml', '.git/a.xml', false],
  ['a{b', 'a{b', true],
  ['__proto__/*', '__proto__/x', true],
])('%s on %s: %s', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test('a plain path matches itself and nothing else', () => {
  const part = fc
    .stringMatching(/^[a-z0-9._-]{1,8}$/)
    .filter((text) => !['.', '..', '.git', 'node_modules'].includes(text));
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
  fc.assert(fc.property(path, path, (a, b) => matches(a, a) && matches(a, b) === (a === b)));
});

test('a hostile pattern ends in time', () => {
  expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
  expect(matches(`${'**/'.repeat(500)}x`, `${'a/'.repeat(500)}y`)).toBe(false);
  expect(matches('{a,b}'.repeat(50), 'a')).toBe(false);
});
