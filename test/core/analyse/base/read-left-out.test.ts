import { expect, test } from 'vitest';
import { readLeftOut } from '../../../../src/core/analyse/base/read-left-out.ts';

const leftOut = (requirement: string): string =>
  `hydra-left-out: ${JSON.stringify({ requirement, from: 'requirements.txt', reason: 'gone', instead: null })}`;
const TRIED = 'hydra-dated: ImportError: no a; trying the packages of 2020-11-15';

test.each([
  ['of one installation, all count', [leftOut('a'), 'noise', leftOut('b')], ['a', 'b']],
  ['of packages of another day that stayed, theirs alone', [leftOut('a'), TRIED, leftOut('b')], ['b']],
  [
    'of packages of another day that were removed again, none',
    [leftOut('a'), TRIED, leftOut('b'), 'hydra-not-dated: they are no better', leftOut('c')],
    ['a', 'c'],
  ],
  ['what is no record does not count', ['hydra-left-out: {"requirement": 1}', 'hydra-left-out: x'], []],
])('%s', (_, lines, expected) => {
  expect(readLeftOut(lines.join('\n')).map(({ requirement }) => requirement)).toEqual(expected);
});
