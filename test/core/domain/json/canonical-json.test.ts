import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalDocument, canonicalJson } from '../../../../src/core/domain/json/canonical-json.ts';

test.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ 10: 'ten', 9: 'nine', a: 0 }, '{"10":"ten","9":"nine","a":0}'],
  [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [[333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0], '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]'],
  [{ gone: undefined, here: '\ud800' }, '{"here":"\\ud800"}'],
  [JSON.parse('{"__proto__":{"x":1},"a":2}'), '{"__proto__":{"x":1},"a":2}'],
])('%j has one text', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
  expect(canonicalDocument(value)).toBe(`${text}\n`);
});

test('values that JSON cannot express are refused, not replaced', () => {
  for (const value of [Number.NaN, [Number.POSITIVE_INFINITY], { x: 1n }, [undefined], () => 1])
    expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('the text depends on the value alone, whatever order it was built in, and agrees with the reference library', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const text = canonicalJson(value);
      expect(text).toBe(canonicalize(value));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        expect(canonicalJson(Object.fromEntries(Object.entries(value).toReversed()))).toBe(text);
    }),
  );
});
