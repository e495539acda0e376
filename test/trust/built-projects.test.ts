import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const manifest = (fields: object): string =>
  `${JSON.stringify({ name: 'shop', version: '1.0.0', ...fields })}\n`;

describe.skipIf(!has.sandbox)(`a library that its prepare script builds${unless('sandbox')}`, () => {
  const source = (low: string): string => `exports.clamp = (x, low, high) => ${low};\n`;
  const BASE: Files = {
    'package.json': manifest({
      main: 'lib/index.js',
      scripts: { prepare: 'mkdir -p lib && cp src/index.js lib/index.js', test: 'node --test' },
    }),
    'package-lock.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': { name: 'shop', version: '1.0.0' } } })}\n`,
    '.gitignore': 'lib/\n',
    'src/index.js': source('Math.min(x, high)'),
    'test/clamp.test.js': `const assert = require('node:assert');
const { test } = require('node:test');
const { clamp } = require('..');
test('above', () => assert.equal(clamp(9, 1, 5), 5));
test('below', () => assert.equal(clamp(-3, 1, 5), 1));
`,
  };
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(BASE, {
      right: { 'src/index.js': source('Math.max(low, Math.min(x, high))') },
      breaking: { 'src/index.js': source('Math.max(low, x)') },
    });
  });

  test('is built for each candidate', () => {
    expect(field.gatesOf('right')).toEqual([]);
    expect(field.gatesOf('breaking')).toContain('tests');
    expect(field.conclusion.rankings[0]?.agent).toBe('right');
  });
});

describe.skipIf(!has.sandbox || !has.python || !has.compiler)(
  `a Python extension${unless('sandbox')}${unless('python')}${unless('compiler')}`,
  () => {
    const source = (low: string): string =>
      `#include "limit.h"\nlong clamp(long x, long low, long high) { return ${low}; }\n`;
    const BASE: Files = {
      'setup.py':
        "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('pkg.fast', ['pkg/fast.c'])])\n",
      // Like every build tool, it keeps existing output.
      'hydra.toml': `[scoring.commands]
install = "[ -f pkg/fast.so ] || cc -shared -fPIC -o pkg/fast.so pkg/fast.c"
test = "python3 -m unittest discover -s tests -t ."
lint = false
`,
      '.gitignore': '*.so\n',
      'pkg/__init__.py':
        "import ctypes, os\nfast = ctypes.CDLL(os.path.join(os.path.dirname(__file__), 'fast.so'))\n",
      'pkg/fast.c': source('x > high ? high : x'),
      'pkg/limit.h': '#define LIMIT(x, low) ((x) < (low) ? (x) : (x))\n',
      'tests/__init__.py': '',
      'tests/test_clamp.py': `import unittest
from pkg import fast


class ClampTest(unittest.TestCase):
    def test_above(self):
        self.assertEqual(fast.clamp(9, 1, 5), 5)

    def test_below(self):
        self.assertEqual(fast.clamp(3, 4, 5), 4)
`,
    };
    let field: EvaluatedField;
    beforeAll(async () => {
      field = await evaluateField(BASE, {
        right: { 'pkg/fast.c': source('x < low ? low : x > high ? high : x') },
        breaking: { 'pkg/fast.c': source('x < low ? low : x') },
        broken: { 'pkg/fast.c': source('x <') },
        header: {
          'pkg/fast.c': source('LIMIT(x > high ? high : x, low)'),
          'pkg/limit.h': '#define LIMIT(x, low) ((x) < (low) ? (low) : (x))\n',
        },
      });
    });

    test('is compiled for each candidate', () => {
      expect(field.gatesOf('right')).toEqual([]);
      expect(field.gatesOf('header')).toEqual([]);
      expect(field.gatesOf('breaking')).toContain('tests');
      expect(field.gatesOf('broken')).not.toEqual([]);
    });
  },
);

/** As Go, cargo and others do, the runner names no files. */
describe.skipIf(!has.sandbox)(`tests that compare with files${unless('sandbox')}`, () => {
  const render = (body: string): string => `exports.render = (name) => ${body};\n`;
  const BASE: Files = {
    'package.json': manifest({ scripts: { test: 'node test/check.js' } }),
    'hydra.toml': '[trust]\nrequires_progress = false\n[scoring.reports]\ntest = { format = "tap" }\n',
    'src/render.js': render("'Hello ' + name.trim()"),
    'test/check.js': `const { readFileSync } = require('node:fs');
const { render } = require('../src/render.js');
const golden = readFileSync('test/data/out.golden', 'utf8');
const cases = { render: render(' you ') === golden.trim(), text: typeof render('a') === 'string' };
console.log('TAP version 13\\n1..2');
Object.entries(cases).forEach(([name, ok], at) => console.log(\`\${ok ? 'ok' : 'not ok'} \${at + 1} - \${name}\`));
process.exit(Object.values(cases).every(Boolean) ? 0 : 1);
`,
    'test/data/out.golden': 'Hello you\n',
  };
  const FIXED = render("'Hello, ' + name.trim() + '!'");
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(BASE, {
      right: { 'src/render.js': FIXED, 'test/data/out.golden': 'Hello, you!\n' },
      careless: { 'src/render.js': FIXED.replace('!', '?') },
      wrong: { 'src/render.js': FIXED.replace('!', '.'), 'test/data/out.golden': 'Hello you!\n' },
    });
  });

  test('a change of such a file alone rewrites the tests that read it', () => {
    expect(field.evidenceOf('right').matrix).toMatchObject({
      proven: ['render'],
      pairs: [{ id: 'render', passes: true }],
    });
    expect(field.gatesOf('right')).toEqual([]);
    expect(field.gatesOf('careless')).toContain('tests');
    expect(field.gatesOf('wrong')).toContain('tests');
    expect(field.replays).toBe(true);
  });
});

describe.skipIf(!has.sandbox)(`tests that are compiled before they run${unless('sandbox')}`, () => {
  const source = (low: string): string => `export const clamp = (x, low, high) => ${low};\n`;
  const tests = (name: string, call: string, value: number): string =>
    `import assert from 'node:assert';
import { test } from 'node:test';
import { clamp } from '../src/clamp.js';
test('${name}', () => assert.equal(${call}, ${value}));
`;
  // A copy replaces the compiler: sources end in .ts, and only its output can be loaded.
  const COMPILE = `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
for (const folder of ['src', 'test']) {
  mkdirSync(\`dist/\${folder}\`, { recursive: true });
  for (const name of readdirSync(folder))
    writeFileSync(\`dist/\${folder}/\${name.replace(/ts$/, 'js')}\`, readFileSync(\`\${folder}/\${name}\`));
}
`;
  const BASE: Files = {
    'package.json': manifest({
      type: 'module',
      scripts: { test: 'node compile.js && node --test dist/test/*.test.js' },
    }),
    'compile.js': COMPILE,
    '.gitignore': 'dist/\n',
    'src/clamp.ts': source('Math.min(x, high)'),
    'test/above.test.ts': tests('above', 'clamp(9, 1, 5)', 5),
    'test/below.test.ts': tests('below', 'clamp(-3, 1, 5)', 1),
  };
  const FIXED = source('Math.max(low, Math.min(x, high))');
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(BASE, {
      right: { 'src/clamp.ts': FIXED, 'test/own.test.ts': tests('own', 'clamp(-9, -2, 5)', -2) },
      lucky: { 'src/clamp.ts': source('x < 0 ? 1 : Math.min(x, high)') },
    });
  });

  test('a fix’s own test proves it, and others are examined with it', () => {
    expect(field.evidenceOf('right').matrix?.proven).toEqual(['dist/test/own.test.js > own']);
    expect(field.evidenceOf('lucky').matrix?.cross[0]?.tests).toMatchObject({
      value: { passed: [], failed: ['dist/test/own.test.js > own'] },
    });
    expect(field.conclusion.rankings[0]?.agent).toBe('right');
  });
});
