import { firstMatch, readMarkedTests } from '../parts/marked-tests.ts';

export const readRustTests = readMarkedTests({
  definition: 'function_item',
  isTest: (_, before) => /#\[(?:\w+::)*test\b/.test(before),
  check: /\b(?:assert\w*|panic|unreachable|prop_assert\w*)!|\.unwrap\(\)|\.expect\(|\?;/g,
  off: (_, before) => firstMatch(before, /#\[ignore\b/),
});
