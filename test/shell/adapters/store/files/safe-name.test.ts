import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toFileName } from '../../../../../src/shell/adapters/store/files/safe-name.ts';

test.each([
  ['honest', 'honest'],
  ['fix-2.1_b', 'fix-2.1_b'],
  ['Honest', '~honest'],
  ['..', '~046~046'],
  ['a/b', 'a~047b'],
  ['con', '~099on'],
  ['nul.txt', '~110ul.txt'],
  ['~a', '~126a'],
])('%s becomes %s', (text, name) => {
  expect(toFileName(text)).toBe(name);
});

test('a taken name is avoided', () => {
  expect(toFileName('evidence.json', ['evidence.json'])).toBe('~101vidence.json');
});

const text = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.stringMatching(/^[aA.~/0]{1,4}$/),
  fc.string({ minLength: 190 }),
);

test('different texts have different names, even if case is ignored, and every name is plain', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [first, second] = [toFileName(one), toFileName(other)];
      expect(first).toMatch(/^[a-z0-9_~-]([a-z0-9._~-]{0,198}[a-z0-9_~-])?$/);
      expect(first === second).toBe(one === other);
    }),
    { numRuns: 500 },
  );
});
