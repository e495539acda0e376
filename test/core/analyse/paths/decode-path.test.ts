import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePath } from '../../../../src/core/analyse/paths/decode-path.ts';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

/** The inverse, to prove that nothing is lost. */
const encodePath = (path: string): Buffer =>
  Buffer.concat(
    path
      .split(/(\\x[0-9a-f]{2})/)
      .map((part, at) => (at % 2 ? Buffer.from(part.slice(2), 'hex') : Buffer.from(part))),
  );

test.each([
  ['plain', bytes('src/a.ts'), 'src/a.ts'],
  ['accents', bytes('café/ñ.py'), 'café/ñ.py'],
  ['latin-1', bytes('caf', 0xe9, '.txt'), 'caf\\xe9.txt'],
  ['cut character', bytes('a', 0xe2, 0x82), 'a\\xe2\\x82'],
  ['surrogate', bytes(0xed, 0xa0, 0x80), '\\xed\\xa0\\x80'],
  ['line end, tab, quote', bytes('a\n\t"b'), 'a\n\t"b'],
  ['backslash', bytes('a\\b'), 'a\\b'],
  ['looks escaped', bytes('a\\xe9'), 'a\\x5cxe9'],
  ['mark at the start', bytes(0xef, 0xbb, 0xbf, 'a'), '\ufeffa'],
])('%s', (_name, path, decoded) => {
  expect(decodePath(path)).toBe(decoded);
});

test('no two paths share a name', () => {
  const tricky = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc.constantFrom('\\', 'x', 'e9', '\\xe9', '€').map((s) => Buffer.from(s)),
    ),
  );
  fc.assert(
    fc.property(tricky, (parts) => {
      const path = Buffer.concat(parts);
      expect(encodePath(decodePath(path)).equals(path)).toBe(true);
    }),
  );
});
