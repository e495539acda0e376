import { describe, expect, test } from 'vitest';
import { sketchChange } from '../../../../src/core/analyse/diff/sketch-change.ts';

const diff = (path: string, body: string, head = 'index 1..2 100644'): string =>
  `diff --git a/${path} b/${path}\n${head}\n--- a/${path}\n+++ b/${path}\n${body}\n`;

describe('the sketch of a change', () => {
  test('has the blocks of the base that it touches, and the tokens that it adds', () => {
    const body = '@@ -7,3 +7,4 @@ f\n context\n-old(1)\n+fresh(1, 1)\n+  // not counted\n context';
    expect(sketchChange(diff('src/a.ts', body))).toEqual({
      places: [{ path: 'src/a.ts', blocks: [2] }],
      tokens: [
        ['(', 1],
        [')', 1],
        [',', 1],
        ['1', 2],
        ['fresh', 1],
      ],
      source: true,
    });
  });

  test.each([
    ['tests', 'test/a.test.ts'],
    ['documentation', 'README.md'],
    ['a lockfile', 'package-lock.json'],
    ['a leftover script', 'reproduce_bug.py', 'new file mode 100644'],
    ['a script that runs on every tree', 'verify2.py', 'new file mode 100644'],
    ['a notebook that runs on every tree', 'check_fix.ipynb', 'new file mode 100644'],
  ])('leaves out %s', (_, path, head?: string) => {
    expect(sketchChange(diff(path, '@@ -1 +1 @@\n-a\n+b', head))).toMatchObject({
      places: [],
      tokens: [],
      source: false,
    });
  });

  test('keeps the tokens of added tests separate', () => {
    const { tokens, tests } = sketchChange(diff('test/a.test.ts', '@@ -1 +1,2 @@\n-a\n+b(1)\n+// c'));
    expect(tokens).toEqual([]);
    expect(tests).toEqual([
      ['(', 1],
      [')', 1],
      ['1', 1],
      ['b', 1],
    ]);
    expect(sketchChange(diff('src/a.ts', '@@ -1 +1 @@\n-a\n+b'))).not.toHaveProperty('tests');
  });

  test.each([
    ['a new file at the root', 'prices.py', 'new file mode 100644'],
    ['settings and data', 'locales/en.json', undefined],
    ['data with the name of a script', 'check.json', 'new file mode 100644'],
  ])('%s is a change, but nothing to compare', (_, path, head) => {
    const sketch = sketchChange(diff(path, '@@ -1 +1 @@\n-a\n+b', head));
    expect(sketch).toEqual({ places: [], tokens: [], source: true });
  });

  test('lines of a hunk that look like headers belong to it', () => {
    const body = '@@ -1,2 +1,2 @@\n--- a/x\n+++ b/y\n+new file mode';
    const { places, tokens } = sketchChange(diff('src/a.ts', body));
    expect(places).toEqual([{ path: 'src/a.ts', blocks: [0] }]);
    expect(tokens.map(([token]) => token)).toContain('mode');
  });

  test('is bounded, whatever the patch', () => {
    const long = `@@ -1 +1 @@\n${Array.from({ length: 30_000 }, (_, at) => `+name${at} = ${'x'.repeat(90)}`).join('\n')}`;
    const { tokens } = sketchChange(diff('src/a.ts', long));
    expect(tokens.length).toBeLessThanOrEqual(4000);
    expect(Math.max(...tokens.map(([token]) => token.length))).toBeLessThanOrEqual(60);
  });

  test.each(['', '\0', 'diff --git', '@@ -1 +1 @@\n+x', 'diff --git a/x b/x\n@@ -999999999999 +1 @@\n+x'])(
    'accepts anything: %j',
    (patch) => expect(sketchChange(patch).places).toEqual([]),
  );
});
