import { expect, test } from 'vitest';
import { readTomlLines } from '../../../../src/shell/adapters/config/toml-lines.ts';

test('tables, dotted and quoted keys, arrays of tables, inline tables, long strings', () => {
  const lineOf = readTomlLines(
    [
      'a.b = 1 # [no]',
      '"c d".e = "x # y"',
      '[t]',
      "x = '''",
      '[not]',
      "y = 2'''",
      'z = [',
      '  { q = 1 },',
      '  [2,',
      '  3],',
      ']',
      '[[list]]',
      'n = 1',
      '[list.sub]',
      'k = 1',
      '[[list]]',
      'n = { m = "}" , o = [1] }',
    ].join('\n'),
  );
  const expected: readonly (readonly [readonly (string | number)[], number])[] = [
    [['a', 'b'], 1],
    [['c d', 'e'], 2],
    [['t'], 3],
    [['t', 'x'], 4],
    [['t', 'z'], 7],
    [['t', 'z', 0], 8],
    [['t', 'z', 0, 'q'], 8],
    [['t', 'z', 1], 9],
    [['t', 'z', 1, 0], 9],
    [['t', 'z', 1, 1], 10],
    [['list', 0], 12],
    [['list', 0, 'n'], 13],
    [['list', 0, 'sub'], 14],
    [['list', 0, 'sub', 'k'], 15],
    [['list', 1], 16],
    [['list', 1, 'n'], 17],
    [['list', 1, 'n', 'm'], 17],
    [['list', 1, 'n', 'o', 0], 17],
  ];
  expect(expected.map(([path]) => [path, lineOf(path)])).toEqual(expected);
});

test('an unknown key has the line of the nearest table around it', () => {
  const lineOf = readTomlLines('x = 1\n[a]\nb.c = 1\n');
  expect(lineOf(['a', 'b', 'c'])).toBe(3);
  expect(lineOf(['a', 'b'])).toBe(3);
  expect(lineOf(['a', 'zzz', 'y'])).toBe(2);
  expect(lineOf(['nowhere'])).toBe(1);
  expect(lineOf(['constructor'])).toBe(1);
});

test('a deep table with many keys takes memory and time in proportion to its text', () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => `k${index} = 1`);
  const lineOf = readTomlLines(`[${'a.'.repeat(20_000)}a]\n${keys.join('\n')}`);
  expect(lineOf([...Array.from({ length: 20_001 }, () => 'a'), 'k4999'])).toBe(5_001);
});

test('a text that cannot be indexed has no lines', () => {
  expect(readTomlLines(`a = "${'x'.repeat(500_000)}"`)(['a'])).toBeNull();
  expect(readTomlLines('a = ')(['a'])).toBeNull();
});
