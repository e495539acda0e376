import { describe, expect, test } from 'vitest';
import { matchIgnore, unmatchedPatterns } from '../../../src/core/text/match-ignore.ts';

const PATHS = [
  'infra/a.tf',
  'infrastructure/b.tf',
  'x/infra/c.tf',
  'infra',
  'yarn.lock',
  'a/yarn.lock',
  'src/a.js',
  'src/[id]/b.js',
];

describe('patterns match what git would ignore by them', () => {
  test.each([
    ['infra/', ['infra/a.tf', 'x/infra/c.tf']],
    ['infra', ['infra/a.tf', 'x/infra/c.tf', 'infra']],
    ['/infra/', ['infra/a.tf']],
    ['./infra', ['infra/a.tf', 'infra']],
    ['*.lock', ['yarn.lock', 'a/yarn.lock']],
    ['/*.lock', ['yarn.lock']],
    ['a/*.lock', ['a/yarn.lock']],
    ['**/infra/*.tf', ['infra/a.tf', 'x/infra/c.tf']],
    ['src/**', ['src/a.js', 'src/[id]/b.js']],
    ['src/[id]', ['src/[id]/b.js']],
    ['.', PATHS],
    ['# infra', []],
    ['', []],
  ])('%s', (pattern, expected) => {
    const find = matchIgnore([pattern]);
    expect(PATHS.filter((path) => find(path) !== null)).toEqual(expected);
  });

  test('the last matching one decides, and is shown', () => {
    const find = matchIgnore(['*.tf', '!x/', 'infra/']);
    expect(find('b/a.tf')).toBe('*.tf');
    expect(find('x/a.tf')).toBeNull();
    expect(find('x/infra/c.tf')).toBe('infra/');
  });

  test('patterns without a match are reported', () => {
    expect(unmatchedPatterns(['infra/', 'infar/', '# said', '!*.md'], PATHS)).toEqual(['infar/', '!*.md']);
  });
});
