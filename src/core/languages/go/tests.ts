import { firstMatch, readMarkedTests } from '../parts/marked-tests.ts';

export const readGoTests = readMarkedTests({
  definition: 'function_declaration',
  isTest: (name) => /^(?:Test|Fuzz|Example)(?:[A-Z_]|$)/.test(name),
  check: /\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is)\.\w+\(|\/\/ Output:/g,
  off: (body) => firstMatch(body, /^\{\s*t\.Skip(?:f|Now)?\(/)?.replace(/^\{\s*/, '') ?? null,
});
