import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonValues } from '../../../../src/core/parse/lint/json-values.ts';

test.each([
  ['', [], true],
  ['words only', [], true],
  ['3', [], true],
  ['[warn] no JSON\n[{"a":1}]\nFound 1 problem', [[{ a: 1 }]], true],
  ['# package\n{}\n# next\n{\n\t"b": "}"\n}', [{}, { b: '}' }], true],
  ['\uFEFF[]', [[]], true],
  ['{"a":"\\""}{"b":2}', [{ a: '"' }, { b: 2 }], true],
  ['{"a":1}\n{"b":', [{ a: 1 }], false],
  ['{"a":1}\n{"b":x}\n{"c":3}', [{ a: 1 }], false],
])('%j', (text, values, whole) => {
  expect(readJsonValues(text)).toEqual({ values, whole });
});

test('whatever lines are between, every value is found', () => {
  const value = fc.oneof(fc.object({ maxDepth: 2 }), fc.array(fc.dictionary(fc.string(), fc.string())));
  const noise = fc.constantFrom(
    '',
    '> lint',
    '# package',
    'vet: a.go:1:2: no',
    '[*] 1 fixable',
    'Found 2 errors.',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(noise, value), { minLength: 1, maxLength: 5 }), (parts) => {
      const text = parts.map(([words, one]) => `${words}\n${JSON.stringify(one, null, 1)}`).join('\n');
      expect(readJsonValues(text).values.map((one) => JSON.stringify(one))).toEqual(
        parts.map(([, one]) => JSON.stringify(one)),
      );
    }),
  );
});
