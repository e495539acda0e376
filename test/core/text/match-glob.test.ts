import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchGlob } from '../../../src/core/text/match-glob.ts';

describe('matchGlob', () => {
  test.each([
    ['test/a.js', 'test/a.js', true],
    ['test', 'test/a.js', true],
    ['test/', 'test/deep/a.js', true],
    ['test', 'tests/a.js', false],
    ['test/*.js', 'test/a.js', true],
    ['test/*.js', 'test/deep/a.js', false],
    ['test/**', 'test/deep/a.js', true],
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
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['*', 'a/b', false],
    ['', 'a', false],
  ])('%s on %s is %s', (pattern, path, expected) => {
    expect(matchGlob(pattern, path)).toBe(expected);
  });

  test('a path matches itself, and everything matches **', () => {
    const path = fc
      .array(fc.stringMatching(/^[a-z.]{1,6}$/), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(path, (at) => matchGlob(at, at) && matchGlob('**', at) && matchGlob(`**/${at}`, at)),
    );
  });

  test('a hostile pattern is answered at once', () => {
    expect(matchGlob('*a'.repeat(200), 'a'.repeat(20_000))).toBe(true);
    expect(matchGlob(`${'*a'.repeat(50)}b`, 'a'.repeat(5000))).toBe(false);
    expect(matchGlob('**/*.js', `${'a'.repeat(100_000)}/${'b'.repeat(100_000)}`)).toBe(false);
  });
});
