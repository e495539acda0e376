import { describe, expect, test } from 'vitest';
import { isSafePath, parentsOf } from '../../../../../src/shell/adapters/workspaces/host/safe-path.ts';

describe('isSafePath', () => {
  test.each(['a', 'a/b', '.gitignore', 'a/.github/b', '...', 'a..b', 'x.git', '.gitx', ' /a'])(
    '%j stays inside',
    (path) => {
      expect(isSafePath(path)).toBe(true);
    },
  );
  test.each([
    '',
    '/',
    '/a',
    'a\0b',
    '..',
    '../a',
    'a/..',
    'a/../b',
    '.',
    './a',
    'a/./b',
    'a//b',
    'a/',
    '.git',
    '.git/config',
    'a/.GIT/b',
    '.Git',
  ])('%j is not safe', (path) => {
    expect(isSafePath(path)).toBe(false);
  });
});

test('parents come from the nearest to the farthest', () => {
  expect(parentsOf('a/b/c')).toEqual(['a/b', 'a']);
  expect(parentsOf('a')).toEqual([]);
});
