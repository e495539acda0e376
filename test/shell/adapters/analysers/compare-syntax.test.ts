import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSyntax } from '../../../../src/shell/adapters/analysers/syntax/compare-syntax.ts';
import { languageOf } from '../../../../src/core/languages/languages.ts';
import { grammarFor } from '../../../../src/shell/adapters/analysers/syntax/grammar-for.ts';
import { parserFor } from '../../../../src/shell/adapters/analysers/syntax/parser-for.ts';

const compare = async (path: string, before: string, after: string) => {
  const grammar = grammarFor(path)!;
  return compareSyntax(await parserFor(grammar), languageOf(path)!.comments, before, after);
};

type Row = readonly [path: string, before: string, after: string];

const LAYOUT: readonly Row[] = [
  ['a.js', 'f(a, b);\nif (x) { y(); }', 'f(\n  a,\n  b,\n);\nif (x) {\n\n  y();\n}\n'],
  ['a.js', 'const o = { a, b };', 'const o = {\n a,\n b,\n};'],
  ['a.js', 'a;\r\nb;\r\n', 'a;\nb;\n'],
  ['a.js', 'const s = `a\r\nb`;', 'const s = `a\nb`;'],
  [
    'a.ts',
    'const f = (a: string, b?: number): void => {};',
    'const f = (\n  a: string,\n  b?: number,\n): void => {};',
  ],
  ['a.tsx', 'const a = <b><i>x</i></b>;', 'const a = (<b><i>x</i></b>);'.replace('(', '').replace(')', '')],
  ['a.tsx', 'const a = <b>\n  one\n  two\n</b>;', 'const a = <b>\n      one\n      two\n    </b>;'],
  ['a.tsx', 'const a = <b><i/></b>;', 'const a = <b>\n  <i/>\n</b>;'],
  ['a.py', 'def f(a, b):\n  return a+b\n', 'def f(\n    a,\n    b,\n):\n\n    return a + b\n'],
  ['a.py', 'x = a + \\\n  b\n', 'x = a + b\n'],
  ['a.py', 'if a:\n  b()\n  c()\n', 'if a:\n        b()\n        c()\n'],
  [
    'a.go',
    'package a\nfunc f(a int,b int) { g(a,b) }',
    'package a\n\nfunc f(a int, b int) {\n\tg(\n\t\ta,\n\t\tb,\n\t)\n}\n',
  ],
  ['a.rs', 'fn f(a:u8,b:u8)->u8{a+b}', 'fn f(\n    a: u8,\n    b: u8,\n) -> u8 {\n    a + b\n}\n'],
  ['a.rb', 'def f(a,b)\n a+b\nend', 'def f(a, b)\n  a + b\nend\n'],
  ['a.rb', 'f [\n  1,\n  2,\n]\n', 'f [1, 2]\n'],
  ['A.java', 'class A{int f(int a){return a;}}', 'class A {\n  int f(int a) {\n    return a;\n  }\n}\n'],
  ['a.go', 'package a; func f() { g(); h(); }', 'package a\n\nfunc f() {\n\tg()\n\th()\n}\n'],
  ['a.js', '// a\nf();', '   // a   \n\nf();'],
];

const COMMENTS: readonly Row[] = [
  ['a.js', 'f();', '// calls f\nf();'],
  ['a.ts', '/** Adds. */\nf();', '/** Adds two numbers. */\nf();'],
  ['a.py', 'def f():\n    # one\n    return 1\n', 'def f():\n    return 1  # the first\n'],
  ['a.go', 'package a\n// F is f.\nfunc F() {}', 'package a\nfunc F() {\n\t// nothing\n}'],
  ['a.rs', 'fn f() {}', '// note\nfn f() { /* nothing */ }'],
  ['a.rb', 'def f\n  1 # one\nend', '# F.\ndef f\n  1\nend'],
  ['A.java', 'class A {}', '/** A class. */\nclass A { // empty\n}'],
];

const CODE: readonly Row[] = [
  ['a.js', 'f(1);', 'f(2);'],
  ['a.js', '[a,,]', '[a,]'],
  ['a.js', '[,]', '[]'],
  ['a.js', 'x = `a b`;', 'x = `a  b`;'],
  ['a.js', 'x = "a b";', 'x = "a  b";'],
  ['a.js', 'x = /a b/;', 'x = /a  b/;'],
  ['a.js', 'function f() { return a; }', 'function f() { return\na; }'],
  ['a.js', 'a - -b;', 'a-- - b;'],
  ['a.js', 'f();', '// eslint-disable-next-line no-undef\nf();'],
  ['a.js', '#!/usr/bin/env node\nf();', '#!/usr/bin/env -S node --trace\nf();'],
  ['a.js', '/** @type {string} */\nlet a;', '/** @type {number} */\nlet a;'],
  ['a.js', 'f(/* #__PURE__ */ g());', 'f(g());'],
  ['a.js', '/* global a */\na();', 'a();'],
  ['a.ts', '// @ts-ignore\nf();', 'f();'],
  ['a.ts', '// @ts-ignore\nf();\ng();', 'f();\n// @ts-ignore\ng();'],
  ['a.ts', 'let a: string;', 'let a: number;'],
  ['a.ts', '/// <reference types="node" />\nf();', 'f();'],
  ['a.tsx', 'const a = <b>x</b>;', 'const a = <b> x</b>;'],
  ['a.tsx', 'const a = <b>{x} {y}</b>;', 'const a = <b>{x}{y}</b>;'],
  ['a.tsx', 'const a = <b>{x} {y}</b>;', 'const a = <b>{x}\n{y}</b>;'],
  ['a.py', 'if a:\n    b()\n    c()\n', 'if a:\n    b()\nc()\n'],
  [
    'a.py',
    'for a in b:\n    if a:\n        c()\n    d()\n',
    'for a in b:\n    if a:\n        c()\n        d()\n',
  ],
  ['a.py', 'x[1]\n', 'x[1,]\n'],
  ['a.py', 'x = (a)\n', 'x = (a,)\n'],
  ['a.py', '(a) = x\n', '(a,) = x\n'],
  ['a.py', 'def f():\n    """One."""\n', 'def f():\n    """Two."""\n'],
  ['a.py', 'x = f"{a}"\n', 'x = f"{a }"\n'],
  ['a.py', 'x = 1  # type: int\n', 'x = 1\n'],
  ['a.py', 'import a\n', 'import a  # noqa: F401\n'],
  ['a.py', 'import a  # unused, noqa\n', 'import a  # unused\n'],
  ['a.py', '#!/usr/bin/python2\nx\n', '#!/usr/bin/python3\nx\n'],
  ['a.py', '# -*- coding: latin-1 -*-\nx\n', 'x\n'],
  ['a.go', 'package a\nfunc f() { for ; a; {} }', 'package a\nfunc f() { for a; ; {} }'],
  ['a.go', '//go:build linux\n\npackage a\n', 'package a\n'],
  ['a.go', 'package a\n\nfunc f() {} //nolint:unused\n', 'package a\n\nfunc f() {}\n'],
  [
    'a.go',
    'package a\n// #include <stdio.h>\nimport "C"\n',
    'package a\n// #include <stdlib.h>\nimport "C"\n',
  ],
  [
    'a_test.go',
    'package a\nfunc ExampleF() {\n\tF()\n\t// Output:\n\t// 1\n}\n',
    'package a\nfunc ExampleF() {\n\tF()\n\t// Output:\n\t// 2\n}\n',
  ],
  ['a.go', 'package a\nvar x = `a\n`', 'package a\nvar x = `a\n\n`'],
  ['a.rs', '/// ```\n/// f();\n/// ```\nfn f() {}', '/// ```\n/// f(1);\n/// ```\nfn f() {}'],
  ['a.rs', '/** One. */\nfn f() {}', '/** Two. */\nfn f() {}'],
  ['a.rs', 'fn f() -> (u8) { 1 }', 'fn f() -> (u8,) { (1,) }'],
  ['a.rs', 'm!(a - > b);', 'm!(a -> b);'],
  ['a.rs', 'm!(a);', 'm!(a,);'],
  ['a.rs', 'fn f() { a }', 'fn f() { a; }'],
  ['a.rb', 'x = <<~T\n  a b\nT\n', 'x = <<~T\n  a  b\nT\n'],
  ['a.rb', 'x = "a b"', 'x = "a  b"'],
  ['a.rb', 'x = `a b`', 'x = `a  b`'],
  ['a.rb', 'x = :"a b"', 'x = :"a  b"'],
  ['a.rb', 'f -1', 'f - 1'],
  ['a.rb', 'f [1]', 'f[1]'],
  ['a.rb', 'return a', 'return\na'],
  ['a.rb', 'f { |a| a }', 'f { |a,| a }'],
  ['a.rb', 'f # rubocop:disable Style/A', 'f'],
  ['a.rb', '# frozen_string_literal: true\nf', 'f'],
  ['A.java', 'class A { String s = """\n  a\n  """; }', 'class A { String s = """\n    a\n  """; }'],
  ['A.java', 'class A { int a; } // NOSONAR', 'class A { int a; }'],
  ['A.java', '/** @deprecated old */\nclass A {}', 'class A {}'],
];

test.each(LAYOUT)('layout only: %s %j → %j', async (...row) => expect(await compare(...row)).toBe('none'));
test.each(COMMENTS)('comments only: %s %j → %j', async (...row) =>
  expect(await compare(...row)).toBe('comments'),
);
test.each(CODE)('code: %s %j → %j', async (...row) => expect(await compare(...row)).toBe('code'));

test.each([...LAYOUT, ...COMMENTS, ...CODE])(
  'the result has no direction: %s %j → %j',
  async (path, before, after) => {
    expect(await compare(path, after, before)).toBe(await compare(path, before, after));
  },
);

test.each(['a.js', 'a.ts', 'a.tsx', 'a.py', 'a.go', 'a.rs', 'a.rb', 'A.java'])(
  '%s with errors is not compared',
  async (path) => {
    expect(await compare(path, 'class {{{ (', 'class {{{ ( ')).toBe('unparsed');
  },
);

test('any text compared with itself is never different', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('a.js', 'a.py', 'a.go', 'a.rs', 'a.rb', 'A.java', 'a.tsx'),
      fc.string({ unit: 'binary' }),
      async (path, text) => {
        expect(['none', 'unparsed']).toContain(await compare(path, text, text));
      },
    ),
  );
});

test('removing any one character from a program is never missed, unless it is layout', async () => {
  const program = readFileSync(
    new URL('../../../../src/core/analyse/diff/count-changed-lines.ts', import.meta.url),
    'utf8',
  ).replaceAll(/\/\*\*.*\*\/\n/g, '');
  await fc.assert(
    fc.asyncProperty(fc.nat(program.length - 1), async (at) => {
      const without = program.slice(0, at) + program.slice(at + 1);
      if ((await compare('a.ts', program, without)) === 'none') expect(program[at]).toMatch(/[\s,]/);
    }),
    { numRuns: 60 },
  );
});
