import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScriptData } from '../../../../src/core/languages/script/boundaries/read-script-data.ts';
import { isTame } from '../../../../src/core/languages/script/boundaries/tame-pattern.ts';

describe('readScriptData', () => {
  test('any JSON is read as JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
        const text = JSON.stringify(value);
        for (const form of [text, `module.exports = ${text};`, `// x\nexport default ${text} as const`])
          expect(readScriptData(form)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each<[string, unknown]>([
    [
      "export default { a: 'it\\'s', \"b\": `t`, c: [1, 2,], d: true, }",
      { a: "it's", b: 't', c: [1, 2], d: true },
    ],
    ["const p = '^a'; module.exports = { p, q: [p, p + '/b'] }", { p: '^a', q: ['^a', '^a/b'] }],
    ['const a = [1]\nconst b = [...a, 2]\nexport default { b }\n', { b: [1, 2] }],
    ['const a: Config = { x: 1 };\nexport default { ...a, y: 2 } satisfies Config;', { x: 1, y: 2 }],
    ['export default define([{ a: 1 }])', { arguments: [[{ a: 1 }]] }],
    ['export default { f() { return { x: "}" }; }, g: () => [1], a: 1 }', { a: 1, g: undefined }],
    ['export default { a: /[/"]x/.test(b) ? 1 : 2, b: 2 }', { a: undefined, b: 2 }],
    ['export default { a: `x${y + `}`}`, b: 2 }', { a: undefined, b: 2 }],
    ['const a = [a]; export default a', [undefined]],
    ['export default { "__proto__": { x: 1 } }', JSON.parse('{"__proto__": {"x": 1}}')],
    ['throw new Error("ran")', undefined],
    ['export default { a: "never ends', undefined],
    ['/* never ends', undefined],
  ])('%s', (text, expected) => {
    expect(readScriptData(text)).toEqual(expected);
  });

  test('any text gives a result, and doubling stops', () => {
    const marks = '{ } [ ] ( ) , : ; ... ` ${ " \' / * \\ = + . a 1 x: as const export module.exports'.split(
      ' ',
    );
    const pieces = fc.constantFrom(...marks, '\n', ' ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        readScriptData(`export default ${parts.join('')}`);
      }),
      { numRuns: 500 },
    );
    const doubled = Array.from({ length: 60 }, (_, at) => `const a${at + 1} = [...a${at}, ...a${at}];`);
    expect(readScriptData(`const a0 = [1];${doubled.join('')}export default a60;`)).toBeInstanceOf(Array);
    expect(readScriptData(`export default ${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toBeInstanceOf(Array);
  });
});

test.each([
  ['^src/([^/]+)/.+$', true],
  ['^(a|b)+$', true],
  ['[(+]+', true],
  ['\\(a+\\)+', true],
  ['(a+)+$', false],
  ['((a*)b)*', false],
  ['(a{2,}){3,}', false],
])('%s is harmless: %s', (pattern, tame) => {
  expect(isTame(pattern)).toBe(tame);
});
