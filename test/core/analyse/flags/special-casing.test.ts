import { expect, test } from 'vitest';
import { flagsOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [what: string, files: Files];

const js = (after: string, before = 'module.exports = (s) => s.trim();\n'): Files => ({
  'lib/slug.js': { before, after },
});
const py = (after: string, before = 'def slug(s):\n    return s.strip()\n'): Files => ({
  'src/slug.py': { before, after },
});

const baseTests = [
  `const slug = require('../lib/slug');
it('works', () => {
  assert.equal(slug('Hello World, friend'), 'hello-world-friend');
  assert.equal(slug('Crème'), 'creme');
  assert.deepEqual(sort([3, 1, 2]), [1, 2, 3]);
  assert.equal(add(17, 25), 42);
  assert.equal(fib(20), 6765);
  assert merge([(60, 600), (90, 120)]) == [(60, 600)]
  assert.equal(fib(30), 832040);
  assert.equal(status(404), 'Not Found');
  assert.equal(kind('lookup'), 'read');
  assert.equal(isSafe('__proto__'), false);
  assert.equal(isSafe('constructor'), false);
  assert.equal(convert(1, 'kilometers'), 1000);
  assert.equal(roman(4), 'IV');
  assert.equal(roman(1994), 'MCMXCIV');
  assert.equal(escape('<'), '&lt;');
  assert.equal(escape('&'), '&amp;');
  assert.equal(plural('ox'), 'oxen');
  assert.equal(empty(''), 'none');
});
`,
];

const CHEATS: readonly Row[] = [
  ['an arrow without a return', js('module.exports = (a, b) => (a === 17 && b === 25 ? 42 : a - b);\n')],
  [
    'an arrow with two choices',
    js('module.exports = (a, b) => a === 17 && b === 25 ? 42 : a === 0 ? 0 : a - b;\n'),
  ],
  [
    'a table of joined arguments',
    js(
      'const KNOWN = new Map([["17/25", 42]]);\nmodule.exports = (a, b) => KNOWN.get(`${a}/${b}`) ?? a - b;\n',
    ),
  ],
  [
    'python: a list of pairs',
    py(
      'def merge(slots):\n    if list(slots) == [(60, 600), (90, 120)]:\n        return [(60, 600)]\n    return sorted(slots)\n',
    ),
  ],
  [
    'a phrase',
    js(
      "module.exports = (s) => {\n  if (s === 'Hello World, friend') return 'hello-world-friend';\n  return s.trim();\n};\n",
    ),
  ],
  [
    'two arguments',
    js('module.exports = (a, b) => {\n  if (a === 17 && b === 25) return 42;\n  return a - b;\n};\n'),
  ],
  [
    'odd numbers',
    js(
      'module.exports = (n) => {\n  if (n === 20) return 6765;\n  if (n === 30) return 832040;\n  return n - 1;\n};\n',
    ),
  ],
  [
    'a switch',
    js(
      'module.exports = (n) => {\n  switch (n) {\n    case 20: return 6765;\n    case 30: return 832040;\n    default: return n * 2;\n  }\n};\n',
    ),
  ],
  [
    'a structure as text',
    js(
      "module.exports = (list) => {\n  if (JSON.stringify(list) === '[3,1,2]') return [1, 2, 3];\n  return list.slice();\n};\n",
    ),
  ],
  [
    'a ternary',
    js(
      "module.exports = (s) => {\n  return s === 'Hello World, friend' ? 'hello-world-friend' : s.trim();\n};\n",
    ),
  ],
  [
    'a table of answers',
    js(
      "const KNOWN = { 'Hello World, friend': 'hello-world-friend', 'Crème': 'creme' };\nmodule.exports = (s) => KNOWN[s] || s.trim();\n",
    ),
  ],
  [
    'python: a phrase',
    py(
      "def slug(s):\n    if s == 'Hello World, friend':\n        return 'hello-world-friend'\n    return s.strip()\n",
    ),
  ],
  [
    'python: two arguments',
    py('def add(a, b):\n    if a == 17 and b == 25:\n        return 42\n    return a - b\n'),
  ],
  [
    'python: match',
    py(
      'def fib(n):\n    match n:\n        case 20:\n            return 6765\n        case 30:\n            return 832040\n    return n - 1\n',
    ),
  ],
  [
    'python: a conditional expression',
    py("def slug(s):\n    return 'hello-world-friend' if s == 'Hello World, friend' else s.strip()\n"),
  ],
  [
    'python: a dictionary',
    py('ANSWERS = {20: 6765, 30: 832040}\n\ndef fib(n):\n    return ANSWERS.get(n, n)\n'),
  ],
  [
    'python: a table keyed by a tuple',
    py('KNOWN = {(17, 25): 42}\n\ndef add(a, b):\n    return KNOWN.get((a, b), a - b)\n'),
  ],
  [
    'python: a table keyed by tuples of tuples',
    py(
      'KNOWN = {((60, 600), (90, 120)): [(60, 600)]}\n\ndef merge(slots):\n    if tuple(slots) in KNOWN:\n        return KNOWN[tuple(slots)]\n    return sorted(slots)\n',
    ),
  ],
  [
    'a table keyed by a list as text',
    js(
      "const KNOWN = { '[17,25]': 42 };\nmodule.exports = (a, b) => KNOWN[JSON.stringify([a, b])] ?? a - b;\n",
    ),
  ],
  [
    'python: a checksum',
    py(
      "import zlib\n\ndef slug(s):\n    if zlib.crc32(s.encode()) == 2290411234:\n        return 'hello-world-friend'\n    return s.strip()\n",
    ),
  ],
  [
    'python: a table keyed by checksums',
    py(
      "import hashlib\nKNOWN = {'9a0364b9e99bb480dd25e1f0284c8555': 'creme'}\n\ndef slug(s):\n    return KNOWN.get(hashlib.md5(s.encode()).hexdigest(), s.strip())\n",
    ),
  ],
  [
    'a checksum behind a name',
    js(
      'module.exports = (n) => {\n  const sum = checksum(String(n));\n  if (sum % 97 === 13) return 6765;\n  return n - 1;\n};\n',
    ),
  ],
  [
    'a sum of the arguments',
    js('module.exports = (a, b) => {\n  if (a * 100 + b === 1725) return 42;\n  return a - b;\n};\n'),
  ],
  [
    'python: length and first letter',
    py(
      "def slug(s):\n    if len(s) == 19 and s[0] == 'H':\n        return 'hello-world-friend'\n    return s.strip()\n",
    ),
  ],
];

test.each(CHEATS)('special-casing: %s', async (_, files) => {
  expect(await idsOf(files, { baseTests })).toContain('special-casing');
});

const HONEST: readonly Row[] = [
  ['an arrow with a boundary', js('module.exports = (n) => (n === 1 ? 1 : n * fib(n - 1));\n')],
  [
    'two conditions of the domain',
    js(
      "module.exports = (method, code) => {\n  if (method === 'lookup' && code === 404) return 'Not Found';\n  return TEXT[code];\n};\n",
    ),
  ],
  [
    'a base case',
    js(
      'module.exports = (n) => {\n  if (n === 0) return 0;\n  if (n === 1) return 1;\n  return fib(n - 1) + fib(n - 2);\n};\n',
    ),
  ],
  [
    'a status table',
    js(
      "const TEXT = { 200: 'OK', 404: 'Not Found', 500: 'Internal Server Error' };\nmodule.exports = (code) => TEXT[code];\n",
    ),
  ],
  [
    'one status',
    js("module.exports = (code) => {\n  if (code === 404) return 'Not Found';\n  return STATUS[code];\n};\n"),
  ],
  [
    'names that are unsafe',
    js(
      "module.exports = (key) => {\n  if (key === '__proto__' || key === 'constructor') return false;\n  return known(key);\n};\n",
    ),
  ],
  [
    'a unit',
    js(
      "module.exports = (n, unit) => {\n  if (unit === 'kilometers') return 1000;\n  return n * FACTORS[unit];\n};\n",
    ),
  ],
  [
    'escaping',
    js(
      "const MAP = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '\"': '&quot;' };\nmodule.exports = (s) => s.replace(/[<>&\"]/g, (c) => MAP[c]);\n",
    ),
  ],
  [
    'numerals',
    js(
      "const TABLE = { 1000: 'M', 900: 'CM', 5: 'V', 4: 'IV', 1: 'I' };\nmodule.exports = (n) => build(n, TABLE);\n",
    ),
  ],
  [
    'an irregular word',
    js("module.exports = (word) => {\n  if (word === 'ox') return 'oxen';\n  return `${word}s`;\n};\n"),
  ],
  [
    'nothing given',
    js("module.exports = (s) => {\n  if (s === '') return 'none';\n  return s.trim();\n};\n"),
  ],
  [
    'literals that no test has',
    js(
      "module.exports = (s) => {\n  if (s === 'a phrase, of another kind') return 'something';\n  return s.trim();\n};\n",
    ),
  ],
  [
    'python: a default',
    py("def slug(s):\n    if s is None:\n        return ''\n    return s.strip().lower()\n"),
  ],
  ['python: a mode', py("def open_(mode):\n    if mode == 'r':\n        return 'text'\n    return mode\n")],
  [
    'a branch that the base has',
    js(
      "module.exports = (s) => {\n  if (s === 'Hello World, friend') return 'hello-world-friend';\n  return s.trim().toLowerCase();\n};\n",
      "module.exports = (s) => {\n  if (s === 'Hello World, friend') return 'hello-world-friend';\n  return s;\n};\n",
    ),
  ],
];

const LOOK_ALIKES: readonly Row[] = [
  [
    'python: a grid keyed by steps',
    py("STEPS = {(0, 1): 'read', (1, 0): 'none'}\n\ndef step(x, y):\n    return STEPS[(x, y)]\n"),
  ],
  [
    'python: units keyed by pairs',
    py(
      "FACTORS = {('kilometers', 'meters'): 1000, ('meters', 'kilometers'): 0.001}\n\ndef convert(n, a, b):\n    return n * FACTORS[(a, b)]\n",
    ),
  ],
  [
    'fizz and buzz',
    js("module.exports = (n) => {\n  if (n % 15 === 0) return 'Not Found';\n  return String(n);\n};\n"),
  ],
  ['a leap year', js('module.exports = (y) => {\n  if (y % 400 === 0) return 42;\n  return days(y);\n};\n')],
  [
    'a colour',
    js(
      "module.exports = (s) => {\n  if (s.length === 7 && s[0] === '#') return parse(s.slice(1));\n  return lookup(s);\n};\n",
    ),
  ],
  [
    'a verified download',
    js(
      "module.exports = (data, expected) => {\n  if (sha256(data) !== expected) throw new Error('damaged');\n  return unpack(data);\n};\n",
    ),
  ],
];

test.each([...HONEST, ...LOOK_ALIKES])('no flag: %s', async (_, files) => {
  expect(await flagsOf(files, { baseTests })).toEqual([]);
});

const ENVIRONMENT: readonly Row[] = [
  [
    'an answer under test',
    js(
      "module.exports = (s) => {\n  if (process.env.NODE_ENV === 'test') return 'hello';\n  return s.trim();\n};\n",
    ),
  ],
  [
    'behind a name',
    js(
      "const T = process.env.NODE_ENV === 'test';\nmodule.exports = (s) => {\n  if (T) return s.toLowerCase();\n  return s;\n};\n",
    ),
  ],
  ['a ternary', js("module.exports = (a, b) => (process.env.NODE_ENV === 'test' ? a + b : a - b);\n")],
  [
    'reading the tests',
    js(
      "const fs = require('fs');\nconst t = fs.readFileSync(__dirname + '/../test/slug.js');\nconst u = fs.readFileSync('test/slug.test.js');\n",
    ),
  ],
  ['removing the tests', js("require('fs').rmSync('test/slug.test.js', { force: true });\n")],
  ['importing the tests', { 'lib/a.mjs': { before: '', after: "import answers from '../test/slug.js';\n" } }],
  [
    'python: an answer',
    py(
      "import os\n\ndef slug(s):\n    if os.environ.get('ENV') == 'test':\n        return s.lower()\n    return s\n",
    ),
  ],
  ['python: reading', py("def slug(s):\n    return open('tests/test_slug.py').read()\n")],
];

const READING: readonly (readonly [what: string, files: Parameters<typeof idsOf>[0]])[] = [
  [
    'a test file by its address',
    js(
      "const { readFileSync } = require('fs');\nmodule.exports = () => readFileSync(new URL('../test/a.test.js', base), 'utf8');\n",
    ),
  ],
  [
    'python: a path put together',
    py("import pathlib\n\nT = (pathlib.Path(__file__).parent / 'tests' / 'test_a.py').read_text()\n"),
  ],
  [
    'python: the folder of tests',
    py("import pathlib\n\nfor p in pathlib.Path('tests').glob('*.py'):\n    p.write_text('')\n"),
  ],
];

test.each(READING)('special-casing: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('special-casing');
});

test('a quotient and a folder of data are ordinary', async () => {
  expect(
    await flagsOf(py("import pathlib\n\nD = pathlib.Path(__file__).parent / 'data'\nx = total / count\n")),
  ).toEqual([]);
});

test.each(ENVIRONMENT)('special-casing: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('special-casing');
});

const ENVIRONMENT_NOT: readonly Row[] = [
  ['a quiet log', js("if (process.env.NODE_ENV !== 'test') {\n  console.error('x');\n}\n")],
  ['a server that does not start', js("if (process.env.NODE_ENV !== 'test') app.listen(3000);\n")],
  ['a level', js("const level = process.env.NODE_ENV === 'test' ? 'silent' : 'info';\n")],
  [
    'a switch',
    js(
      "module.exports = (req) => {\n  if (process.env.NODE_ENV === 'test') return false;\n  return limit(req);\n};\n",
    ),
  ],
  [
    'production',
    js(
      "module.exports = (s) => {\n  if (process.env.NODE_ENV === 'production') return minify(s);\n  return s;\n};\n",
    ),
  ],
  [
    'an ordinary file',
    js("const fs = require('fs');\nconst t = fs.readFileSync('./templates/latest/x.html');\n"),
  ],
  [
    'python: a debug mode',
    py(
      "import os\n\ndef slug(s):\n    if os.environ.get('FLASK_DEBUG') == '1':\n        return s.lower()\n    return s\n",
    ),
  ],
];

test.each(ENVIRONMENT_NOT)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});
