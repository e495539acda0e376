import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CasingStyle } from '../../../src/core/domain/source/convention-facts.ts';
import { matchesCasing } from '../../../src/core/text/match-casing.ts';
import { toCasing } from '../../../src/core/text/to-casing.ts';

test.each([
  ['Is_Json', 'camelCase', 'isJson'],
  ['isStableNow', 'snake_case', 'is_stable_now'],
  ['parseHTTPResponse2', 'snake_case', 'parse_http_response_2'],
  ['get_url', 'PascalCase', 'GetUrl'],
  ['maxRetries', 'UPPER_SNAKE_CASE', 'MAX_RETRIES'],
  ['__', 'camelCase', null],
  ['2x', 'camelCase', null],
] as const)('%s in %s', (name, style, expected) => {
  expect(toCasing(name, style)).toBe(expected);
});

test('the result always has the requested style', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...CasingStyle.options), (name, style) => {
      const made = toCasing(name, style);
      return made === null || matchesCasing(made, style);
    }),
  );
});
