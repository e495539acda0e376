import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globWalker, matchGlob, matchGlobOrFolder } from '../../../src/core/text/match-glob.ts';

const path = fc
  .array(
    fc.stringMatching(/^[a-z0-9._-]{1,8}$/).filter((part) => part !== '.'),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join('/'));

describe('matchGlob', () => {
  test.each([
    ['test/a.js', 'test/a.js', true],
    ['test', 'test/a.js', false],
    ['test/*.js', 'test/a.js', true],
    ['test/*.js', 'test/deep/a.js', false],
    ['test/**', 'test/deep/a.js', true],
    ['test/**', 'test', false],
    ['**', 'a/b/c', true],
    ['**/*.snap', 'a.snap', true],
    ['**/*.snap', 'x/y/a.snap', true],
    ['**/snap/*.js', 'a/b/snap/c.js', true],
    ['**/snap/*.js', 'a/b/snap/d/c.js', false],
    ['**/snap.js', 'a/snap.js', true],
    ['**/snap.js', 'mysnap.js', false],
    ['**/snap.js', 'a/mysnap.js', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['test/**.js', 'test/a.js', true],
    ['test/**.js', 'test/deep/a.js', true],
    ['test/**.js', 'test/deep/a.ts', false],
    ['a**b', 'axb', true],
    ['a**b', 'ax/y/zb', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['report-?.xml', 'report-12.xml', false],
    ['*', 'a/b', false],
    ['**/*.{xml,json}', 'r/a.json', true],
    ['**/*.{xml,json}', 'r/a.txt', false],
    ['{src,test}/**', 'test/a', true],
    ['./build/test-results/*/TEST-*.xml', 'build/test-results/test/TEST-A.xml', true],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/page.tsx', 'app/i/page.tsx', false],
    ['a{b', 'a{b', true],
    ['__proto__/*', '__proto__/x', true],
    ['', 'a', false],
  ])('%s on %s is %s', (pattern, at, expected) => {
    expect(matchGlob(pattern)(at)).toBe(expected);
  });

  test('a plain path matches itself and nothing else, and everything matches **', () => {
    fc.assert(
      fc.property(
        path,
        path,
        (a, b) =>
          matchGlob(a)(a) && matchGlob('**')(a) && matchGlob(`**/${a}`)(a) && matchGlob(a)(b) === (a === b),
      ),
    );
  });

  test('a hostile pattern ends in time', () => {
    expect(matchGlob('*a'.repeat(200))('a'.repeat(20_000))).toBe(true);
    expect(matchGlob(`${'*a'.repeat(50)}b`)('a'.repeat(5000))).toBe(false);
    expect(matchGlob('**/*.js')(`${'a'.repeat(100_000)}/${'b'.repeat(100_000)}`)).toBe(false);
    expect(matchGlob(`${'**/'.repeat(500)}x`)(`${'a/'.repeat(500)}y`)).toBe(false);
    expect(matchGlob('{a,b}'.repeat(50))('a')).toBe(false);
    expect(matchGlob(`${'**a'.repeat(50)}b`)('a/'.repeat(500))).toBe(false);
  });
});

describe('matchGlobOrFolder', () => {
  test.each([
    ['test', 'test/a.js', true],
    ['test/', 'test/deep/a.js', true],
    ['test', 'tests/a.js', false],
    ['test/a.js', 'test/a.js', true],
    ['te*', 'test/a.js', false],
    ['te*/**', 'test/a.js', true],
    ['', 'a', false],
  ])('%s on %s is %s', (pattern, at, expected) => {
    expect(matchGlobOrFolder(pattern)(at)).toBe(expected);
  });
});

describe('globWalker', () => {
  const skipped = new Set(['node_modules']);

  test('enters a skipped folder only if the pattern names it', () => {
    expect(globWalker('**/*.xml', skipped).enter('node_modules')).toBeNull();
    expect(globWalker('node_modules/*.xml', skipped).enter('node_modules')?.matches('a.xml')).toBe(true);
  });

  test('enters only folders in which something can match', () => {
    expect(globWalker('target/*.xml').enter('src')).toBeNull();
    expect(globWalker('target/*.xml').enter('target')?.enter('deep')).toBeNull();
  });
});
