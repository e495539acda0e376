import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../src/core/languages/languages.ts';
import { measureCode } from '../../../../src/core/analyse/measure/measure-code.ts';
import { grammarFor } from '../../../../src/shell/adapters/analysers/syntax/grammar-for.ts';
import { parserFor } from '../../../../src/shell/adapters/analysers/syntax/parser-for.ts';
import { readNodes } from '../../../../src/shell/adapters/analysers/syntax/read-nodes.ts';

const measure = async (path: string, text: string) => {
  const [grammar, language] = [grammarFor(path), languageOf(path)];
  if (grammar === undefined || language === null) throw new Error(`no grammar for ${path}`);
  const nodes = readNodes(await parserFor(grammar), text);
  if (nodes === null) throw new Error('not read');
  return measureCode(nodes, text, language.measures);
};

/** Names and complexities as radon (Python) and lizard (the others) give them. */
const CASES: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
  [
    'a.py',
    'def f(x):\n    assert x\n    if x and x > 1:\n        return [a for a in x if a]\n    elif x:\n        return 2\n    try:\n        pass\n    except ValueError:\n        pass\n    while x:\n        break\n    return 1 if x else 2\n\n\nclass A:\n    def m(self):\n        return 1\n',
    { f: 10, m: 1 },
  ],
  [
    'a.ts',
    'export function f(x: number) {\n  if (x > 1 && x < 3 || x === 5) return 1;\n  for (const a of [1]) if (a) break;\n  switch (x) {\n    case 1: return 1;\n    case 2: return 2;\n    default: return 3;\n  }\n}\n',
    { f: 8 },
  ],
  [
    'a.go',
    'package a\n\nfunc F(x int) int {\n\tif x > 1 && x < 3 {\n\t\treturn 1\n\t}\n\tfor x < 2 {\n\t\tx++\n\t}\n\tswitch x {\n\tcase 1:\n\t\treturn 1\n\tcase 2:\n\t\treturn 2\n\t}\n\treturn x\n}\n',
    { F: 6 },
  ],
  [
    'A.java',
    'class A {\n  int f(int x) {\n    if (x > 1 || x < -1) return 1;\n    try { x++; } catch (RuntimeException e) { x--; }\n    do { x++; } while (x < 3);\n    return x > 2 ? 1 : 2;\n  }\n}\n',
    { f: 6 },
  ],
  [
    'a.rb',
    'class A\n  def f(x)\n    return 1 if x > 1 && x < 3\n    unless x\n      x = 2\n    end\n    case x\n    when 1 then 1\n    when 2 then 2\n    else 3\n    end\n    begin\n      x += 1 while x < 3\n    rescue ArgumentError\n      x = x > 2 ? 1 : 2\n    end\n  end\n\n  def self.g = 1\nend\n',
    { f: 9, g: 1 },
  ],
  [
    'a.rs',
    'fn f(x: i32) -> i32 {\n    if x > 1 && x < 3 {\n        return 1;\n    }\n    for _ in 0..3 {}\n    match x {\n        1 => 1,\n        _ => 2,\n    }\n}\n',
    { f: 5 },
  ],
];

describe('complexity', () => {
  test.each(CASES)('of the functions of %s', async (path, text, expected) => {
    const { functions, damaged } = await measure(path, text);
    expect(Object.fromEntries(functions.map(({ name, complexity }) => [name, complexity]))).toEqual(expected);
    expect(damaged).toBe(false);
  });

  test('a nested function is separate from the one around it', async () => {
    const { functions } = await measure(
      'a.js',
      'function a(x) {\n  const b = () => { if (x) return 1; };\n  return b;\n}\n',
    );
    expect(functions.map(({ name, complexity }) => [name, complexity])).toEqual(
      expect.arrayContaining([['a', 1]]),
    );
    expect(functions).toHaveLength(2);
  });
});

describe('maintainability', () => {
  test('matches radon on the same file', async () => {
    const text =
      'import subprocess\n\n\ndef run(x):\n    assert x\n    subprocess.call(x, shell=True)\n    if x and len(x) > 3:\n        return eval(x)\n    return None\n';
    const { maintainability, functions } = await measure('bad.py', text);
    expect(maintainability).toBeCloseTo(72.6904, 2);
    expect(functions).toMatchObject([{ name: 'run', firstLine: 4, lastLine: 9, complexity: 4 }]);
  });

  test('of a file without code is unknown', async () => {
    expect((await measure('empty.py', '')).maintainability).toBeNull();
  });
});

test('a token that the grammar invented is an error', async () => {
  expect((await measure('a.py', 'def broken(:\n    pass\n')).damaged).toBe(true);
});

test('any text gives finite figures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('a.py', 'a.ts', 'a.go', 'A.java', 'a.rs'),
      fc.string({ maxLength: 200, unit: 'binary' }),
      async (path, text) => {
        const { complexity, halstead, maintainability, functions } = await measure(path, text);
        expect(complexity).toBeGreaterThanOrEqual(1);
        expect(halstead.volume).toBeGreaterThanOrEqual(0);
        if (maintainability !== null) expect(maintainability).toBeGreaterThanOrEqual(0);
        for (const one of functions) expect(one.lastLine).toBeGreaterThanOrEqual(one.firstLine);
      },
    ),
    { numRuns: 200 },
  );
});
