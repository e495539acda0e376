import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOfTomlKey, scanTomlKeys } from '../../../src/core/text/toml-keys.ts';

const linesOf = (text: string): Record<string, number> =>
  Object.fromEntries(scanTomlKeys(text).map(({ path, line }) => [path.join('.'), line]));

test('tables, dotted and quoted keys, arrays of tables, inline tables, long strings', () => {
  const text = [
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
  ].join('\n');
  expect(linesOf(text)).toEqual({
    'a.b': 1,
    'c d.e': 2,
    t: 3,
    't.x': 4,
    't.z': 7,
    't.z.0': 8,
    't.z.0.q': 8,
    't.z.1': 9,
    't.z.1.0': 9,
    't.z.1.1': 10,
    'list.0': 12,
    'list.0.n': 13,
    'list.0.sub': 14,
    'list.0.sub.k': 15,
    'list.1': 16,
    'list.1.n': 17,
    'list.1.n.m': 17,
    'list.1.n.o': 17,
    'list.1.n.o.0': 17,
  });
});

test('the nearest known place stands for a key that is not there', () => {
  const keys = scanTomlKeys('x = 1\n[a]\nb.c = 1\n');
  expect(lineOfTomlKey(keys, ['a', 'b', 'c'])).toBe(3);
  expect(lineOfTomlKey(keys, ['a', 'b'])).toBe(3);
  expect(lineOfTomlKey(keys, ['a', 'zzz', 'y'])).toBe(2);
  expect(lineOfTomlKey(keys, ['nowhere'])).toBe(1);
});

test('any text is read, and no line is beyond its end', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    '=',
    '"',
    "'",
    '"""',
    "'''",
    '\n',
    '.',
    ',',
    '#',
    'a',
    '1',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const last = text.split('\n').length;
      return scanTomlKeys(text).every(({ line }) => line >= 1 && line <= last);
    }),
  );
});

test('deep nesting and long input end', () => {
  expect(scanTomlKeys(`a = ${'['.repeat(200_000)}`).length).toBeLessThan(1000);
  expect(scanTomlKeys(`a = ${'{a='.repeat(100_000)}`).length).toBeLessThan(1000);
  expect(scanTomlKeys(`${'a.'.repeat(100_000)}a = 1`).length).toBeLessThan(10);
});
