import { expect, test } from 'vitest';
import { flagsOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [what: string, files: Files];

const JS_BASE = `const assert = require('assert');
describe('sum', () => {
  it('adds', () => {
    assert.equal(add(1, 2), 3);
    assert.equal(add(2, 2), 4);
  });
  it('subtracts', () => {
    assert.equal(subtract(3, 2), 1);
  });
});
`;
const PY_BASE = `import pytest

def test_add():
    assert add(1, 2) == 3
    assert add(2, 2) == 4

class TestSub:
    def test_sub(self):
        self.assertEqual(sub(3, 2), 1)
`;

const edit = (base: string, from: string, to: string): string => {
  if (!base.includes(from)) throw new Error(`the base has no ${from}`);
  return base.replace(from, to);
};
const js = (from: string, to: string): Files => ({
  'test/sum.test.js': { before: JS_BASE, after: edit(JS_BASE, from, to) },
});
const py = (from: string, to: string): Files => ({
  'tests/test_sum.py': { before: PY_BASE, after: edit(PY_BASE, from, to) },
});

const SKIPS: readonly Row[] = [
  ['it.skip', js("it('adds'", "it.skip('adds'")],
  ['xit', js("it('adds'", "xit('adds'")],
  ['describe.skip', js("describe('sum'", "describe.skip('sum'")],
  ['it.todo', js("it('adds', () => {", "it.todo('adds', () => {")],
  ['it.only', js("it('adds'", "it.only('adds'")],
  ['an option', js("it('adds', () => {", "it('adds', { skip: true }, () => {")],
  ['this.skip()', js("it('adds', () => {", "it('adds', function () {\n    this.skip();")],
  ['an early return', js("it('adds', () => {", "it('adds', () => {\n    return;")],
  ['skipped and renamed', js("it('adds'", "it.skip('adds numbers'")],
  ['python: mark', py('def test_add', '@pytest.mark.skip\ndef test_add')],
  ['python: reason', py('def test_add', "@pytest.mark.skip(reason='flaky')\ndef test_add")],
  ['python: xfail', py('def test_add', '@pytest.mark.xfail\ndef test_add')],
  ['python: unittest', py('    def test_sub', "    @unittest.skip('later')\n    def test_sub")],
  ['python: a class', py('class TestSub', '@pytest.mark.skip()\nclass TestSub')],
  ['python: always', py('def test_add', "@pytest.mark.skipif(True, reason='')\ndef test_add")],
  ['python: in the body', py('def test_add():', 'def test_add():\n    pytest.skip()')],
  ['python: a return', py('def test_add():', 'def test_add():\n    return')],
  ['python: the module', py('import pytest\n', 'import pytest\npytestmark = pytest.mark.skip\n')],
  [
    'go',
    {
      'a_test.go': {
        before: 'package a\nfunc TestA(t *testing.T) {\n\tif f() != 1 { t.Fatal("x") }\n}\n',
        after:
          'package a\nfunc TestA(t *testing.T) {\n\tt.Skip("later")\n\tif f() != 1 { t.Fatal("x") }\n}\n',
      },
    },
  ],
  [
    'rust',
    {
      'tests/a.rs': {
        before: '#[test]\nfn a() { assert_eq!(f(), 1); }\n',
        after: '#[test]\n#[ignore]\nfn a() { assert_eq!(f(), 1); }\n',
      },
    },
  ],
  [
    'java',
    {
      'src/test/java/ATest.java': {
        before: 'class ATest { @Test void a() { assertEquals(1, f()); } }',
        after: 'class ATest { @Test @Disabled void a() { assertEquals(1, f()); } }',
      },
    },
  ],
];

test.each(SKIPS)('test-skipped: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('test-skipped');
});

const HOLLOWS: readonly Row[] = [
  ['a constant', js('assert.equal(subtract(3, 2), 1);', 'assert.ok(true);')],
  ['equal constants', js('assert.equal(subtract(3, 2), 1);', 'assert.equal(1, 1);')],
  ['itself', js('assert.equal(subtract(3, 2), 1);', 'const r = subtract(3, 2);\n    assert.equal(r, r);')],
  ['nothing', js('    assert.equal(subtract(3, 2), 1);\n', '    subtract(3, 2);\n')],
  ['a comment', js('assert.equal(subtract(3, 2), 1);', '// assert.equal(subtract(3, 2), 1);')],
  [
    'a forgotten failure',
    js(
      '    assert.equal(subtract(3, 2), 1);',
      '    try {\n      assert.equal(subtract(3, 2), 1);\n    } catch {}',
    ),
  ],
  [
    'expect of a constant',
    {
      'a.test.ts': {
        before: "test('a', () => { expect(f(1)).toBe(2); });",
        after: "test('a', () => { expect(true).toBe(true); });",
      },
    },
  ],
  ['python: True', py('    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n', '    assert True\n')],
  [
    'python: a tuple',
    py('assert add(1, 2) == 3\n    assert add(2, 2) == 4', "assert (add(1, 2) == 3, 'adds')"),
  ],
  ['python: pass', py('    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n', '    pass\n')],
  [
    'python: or True',
    py('assert add(1, 2) == 3\n    assert add(2, 2) == 4', 'assert add(1, 2) == 3 or True'),
  ],
  [
    'python: swallowed',
    py(
      '    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n',
      '    try:\n        assert add(1, 2) == 3\n        assert add(2, 2) == 4\n    except AssertionError:\n        pass\n',
    ),
  ],
  ['python: assertTrue(True)', py('self.assertEqual(sub(3, 2), 1)', 'self.assertTrue(True)')],
];

test.each(HOLLOWS)('test-hollowed: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('test-hollowed');
});

const WEAKENS: readonly Row[] = [
  ['fewer checks', js('    assert.equal(add(2, 2), 4);\n', '')],
  ['a looser check', js('assert.equal(subtract(3, 2), 1);', 'assert.ok(subtract(3, 2));')],
  [
    'defined',
    {
      'a.test.ts': {
        before: "test('a', () => { expect(f(1)).toBe(2); });",
        after: "test('a', () => { expect(f(1)).toBeDefined(); });",
      },
    },
  ],
  ['python: fewer', py('    assert add(2, 2) == 4\n', '')],
  ['python: looser', py('assert add(1, 2) == 3', 'assert add(1, 2) is not None')],
  ['python: assertTrue', py('self.assertEqual(sub(3, 2), 1)', 'self.assertTrue(sub(3, 2))')],
];

test.each(WEAKENS)('test-weakened: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('test-weakened');
});

const DELETES: readonly Row[] = [
  ['a file', { 'test/sum.test.js': { before: JS_BASE, after: null } }],
  ['a test', js("  it('subtracts', () => {\n    assert.equal(subtract(3, 2), 1);\n  });\n", '')],
  [
    'python: a test',
    py('class TestSub:\n    def test_sub(self):\n        self.assertEqual(sub(3, 2), 1)\n', ''),
  ],
  [
    'python: renamed out of sight',
    {
      'tests/sum_cases.py': {
        before: PY_BASE,
        after: PY_BASE,
        oldPath: 'tests/test_sum.py',
        change: 'renamed',
      },
    },
  ],
  [
    'turned into a comment',
    py(
      'def test_add():\n    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n',
      '# def test_add():\n#     assert add(1, 2) == 3\n',
    ),
  ],
];

test.each(DELETES)('test-deleted: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('test-deleted');
});

const HONEST: readonly Row[] = [
  ['a condition around it', js("it('adds'", "(process.platform === 'win32' ? it.skip : it)('adds'")],
  ['skipIf', js("it('adds'", "it.skipIf(process.platform === 'win32')('adds'")],
  ['another expectation', js('assert.equal(subtract(3, 2), 1);', 'assert.equal(subtract(3, 2), 2);')],
  [
    'one more check',
    js(
      'assert.equal(subtract(3, 2), 1);',
      'assert.equal(subtract(3, 2), 1);\n    assert.equal(subtract(0, 0), 0);',
    ),
  ],
  [
    'a new test',
    js(
      "  it('subtracts'",
      "  it('adds zero', () => {\n    assert.equal(add(0, 0), 0);\n  });\n  it('subtracts'",
    ),
  ],
  ['another name', js("it('adds'", "it('adds two numbers'")],
  ['checks in a helper', js('assert.equal(subtract(3, 2), 1);', 'checkDifference(3, 2, 1);')],
  ['a stricter check', js('assert.equal(subtract(3, 2), 1);', 'assert.strictEqual(subtract(3, 2), 1);')],
  [
    'a new skipped test',
    js(
      "  it('subtracts'",
      "  it.skip('divides', () => {\n    assert.equal(divide(1, 1), 1);\n  });\n  it('subtracts'",
    ),
  ],
  [
    'a condition',
    py('def test_add', "@pytest.mark.skipif(sys.platform == 'win32', reason='posix')\ndef test_add"),
  ],
  [
    'a condition in the body',
    py('def test_add():', "def test_add():\n    if sys.platform == 'win32':\n        pytest.skip('posix')"),
  ],
  [
    'an expected error',
    js(
      'assert.equal(subtract(3, 2), 1);',
      'assert.equal(subtract(3, 2), 1);\n    try {\n      subtract();\n      assert.fail();\n    } catch (error) {\n      assert.equal(error.message, "x");\n    }',
    ),
  ],
  [
    'moved to another file',
    {
      'test/sum.test.js': { before: JS_BASE, after: null },
      'test/unit/sum.test.js': { before: null, after: JS_BASE },
    },
  ],
  [
    'parametrised',
    py(
      'def test_add():\n    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n',
      "@pytest.mark.parametrize('a,b,c', [(1, 2, 3), (2, 2, 4)])\ndef test_add(a, b, c):\n    assert add(a, b) == c\n    assert add(b, a) == c\n",
    ),
  ],
  ['python: another expectation', py('assert add(1, 2) == 3', 'assert add(1, 2) == 30')],
  [
    'removed with its code',
    {
      'test/sum.test.js': {
        before: JS_BASE,
        after: edit(JS_BASE, "  it('subtracts', () => {\n    assert.equal(subtract(3, 2), 1);\n  });\n", ''),
      },
      'lib/sum.js': {
        before: 'exports.add = (a, b) => a + b;\nexports.subtract = (a, b) => a - b;\n',
        after: 'exports.add = (a, b) => a + b;\n',
      },
    },
  ],
  [
    'a function called test in source',
    {
      'src/app.py': {
        before: 'def test_client(self):\n    assert self\n    return 1\n',
        after: 'def test_client(self):\n    return 2\n',
      },
    },
  ],
];

test.each(HONEST)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});
