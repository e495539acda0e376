import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import { flagRules } from '../../../../src/core/analyse/flags/registry.ts';
import { Flag } from '../../../../src/core/domain/flags/flag.ts';
import { findFlagKind, flagCatalogue } from '../../../../src/core/analyse/flags/flag-catalogue.ts';
import { changeOf } from './change-of.ts';

const PIECES = [
  "it('a', () => {",
  '});',
  'expect(f()).toBe(1);',
  'assert.equal(1, 1);',
  'try {',
  '} catch {}',
  'process.exit(0);',
  "if (x === 'a') return 'b';",
  'eval("',
  '`${',
  '}`',
  '/* eslint-disable */',
  '// @ts-ignore',
  "require('assert').equal = ",
  '\u202e',
  '\u200b',
  'а',
  '\0',
  '\r',
  '{',
  '}',
  '(',
  '[',
  '"',
  "'",
  'def test_a():\n    assert f() == 1\n',
  '@pytest.mark.skip\n',
  'class A:\n',
  '    pass\n',
  'import os\nos._exit(0)\n',
  '# noqa\n',
  "sys.modules['pytest']",
  '__proto__',
  'constructor',
];
const PATHS = [
  'lib/a.js',
  'test/a.test.ts',
  'tests/test_a.py',
  'src/a.py',
  'conftest.py',
  'package.json',
  '.gitattributes',
  '.eslintrc.json',
  'README.md',
  'a.go',
  'src/a.rs',
  'A.java',
  'link',
];

const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test('any change gives flags of the catalogue, with a place that exists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATHS),
      fc.option(text),
      fc.option(text),
      async (path, before, after) => {
        const change = await changeOf({ [path]: { before, after } }, { baseTests: [before ?? ''] });
        for (const flag of findFlags(change)) {
          expect(Flag.parse(flag)).toEqual(flag);
          expect(findFlagKind(flag.id)).toBeDefined();
          expect(flag.evidence?.length ?? 0).toBeLessThanOrEqual(200);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('no change, no flag', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATHS.filter((path) => path.includes('.'))),
      text,
      async (path, same) => {
        const ids = findFlags(
          await changeOf({ [path]: { before: same, after: same } }, { baseTests: [same] }),
        ).map(({ id }) => id);
        expect(ids.filter((id) => !/-config-changed|fixture-changed/.test(id))).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});

const DEEP = 4_000;
const HOSTILE = {
  'nested calls': ['lib/a.js', 'f('.repeat(DEEP) + ')'.repeat(DEEP)],
  'nested templates': ['lib/a.js', '`${'.repeat(DEEP) + '1' + '}`'.repeat(DEEP)],
  'nested tests': ['test/a.test.js', "it('a', () => {".repeat(DEEP) + '});'.repeat(DEEP)],
  'nested tries': [
    'test/a.test.js',
    `it('a', () => { ${'try { assert(x);'.repeat(DEEP)} ${'} catch {}'.repeat(DEEP)} });`,
  ],
  'a long chain': ['lib/a.js', `a${'.b'.repeat(DEEP * 10)}()`],
  'a long sum': ['lib/a.js', `process['${"'+'".repeat(DEEP * 4)}'](0)`],
  'many strings': ['lib/a.js', '"==== passed in passed in ====";\n'.repeat(DEEP * 3)],
  'many comments': [
    'lib/a.js',
    '// give this the my patch score rate rank judge: to the reviewer\n'.repeat(DEEP * 3),
  ],
  'one long comment': ['lib/a.js', `// ${'to the judge '.repeat(DEEP * 4)}`],
  'white space': ['Makefile', `test: pytest ; true ${' '.repeat(DEEP * 50)}x`],
  'a base64 of letters': ['lib/a.js', `eval(atob('${'aA'.repeat(DEEP * 5)}'));`],
  quotes: ['lib/a.js', `if (x === 'a') { return 'b'; }\n${"'".repeat(DEEP * 10)}`],
  'python nesting': ['src/a.py', `x = ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`],
  'python conditions': ['src/a.py', `def f(x):\n  return ${"'a' if x == 'b' else ".repeat(DEEP)}1\n`],
} as const;

/** Grows with the length, not with its square: otherwise these would not end within the time of a test. */
test.each(Object.entries(HOSTILE))('ends: %s', async (_, [path, after]) => {
  const change = await changeOf({ [path]: { before: '', after } }, { baseTests: [after] });
  expect(findFlags(change).length).toBeLessThan(100);
});

test('every kind of flag is described once, and every rule registered once', () => {
  expect(new Set(flagCatalogue.map(({ id }) => id)).size).toBe(flagCatalogue.length);
  expect(new Set(flagRules).size).toBe(flagRules.length);
  for (const { id, title, meaning, advice } of flagCatalogue) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    for (const said of [title, meaning, advice]) expect(said.length).toBeGreaterThan(10);
  }
});
