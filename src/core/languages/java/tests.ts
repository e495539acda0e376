import { firstMatch, readMarkedTests } from '../parts/marked-tests.ts';

export const readJavaTests = readMarkedTests({
  definition: 'method_declaration',
  isTest: (_, before) => /@(?:Test|ParameterizedTest|RepeatedTest)\b/.test(before),
  check: /\b(?:assert\w*|verify|fail|expect\w*)\s*\(/g,
  off: (_, before) => firstMatch(before, /@(?:Disabled|Ignore)\b(?!\w)/),
});
