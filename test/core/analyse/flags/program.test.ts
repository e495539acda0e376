import { expect, test } from 'vitest';
import { flagsOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [what: string, files: Files];

const js = (after: string, before = 'module.exports = (a, b) => a - b;\n'): Files => ({
  'lib/sum.js': { before, after },
});
const py = (after: string, before = 'def add(a, b):\n    return a - b\n'): Files => ({
  'src/sum.py': { before, after },
});

const EXITS: readonly Row[] = [
  ['at load', js('process.exit(0);\nmodule.exports = (a, b) => a - b;\n')],
  ['by a computed key', js("process['ex' + 'it'](0);\n")],
  ['by a destructured name', js('const { exit } = process;\nmodule.exports = () => exit(0);\n')],
  ['by reallyExit', js('process.reallyExit(0);\n')],
  ['by the exit code at exit', js("process.on('exit', () => { process.exitCode = 0; });\n")],
  ['by globalThis', js('globalThis.process.exit(0)\n')],
  ['by a replaced exit', js('process.exit = () => {};\n')],
  [
    'by an import',
    {
      'lib/sum.mjs': {
        before: '',
        after: "import { exit } from 'node:process';\nexport const f = () => exit(0);\n",
      },
    },
  ],
  ['python: forced', py('import os\n\ndef add(a, b):\n    os._exit(0)\n')],
  ['python: forced by alias', py('from os import _exit as leave\n\nleave(0)\n')],
  ['python: by getattr', py("import os\ngetattr(os, '_exit')(0)\n")],
  ['python: at exit', py('import atexit, os\natexit.register(lambda: os._exit(0))\n')],
  ['python: sys.exit', py('import sys\n\ndef add(a, b):\n    sys.exit(0)\n')],
  ['python: every process', py('import os\nos.kill(-1, 9)\n')],
  ['python: SystemExit', py('def add(a, b):\n    raise SystemExit(0)\n')],
];

test.each(EXITS)('exit-hook: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('exit-hook');
});

const ENDS_HONESTLY: readonly Row[] = [
  [
    'a command of its own folder',
    { 'bin/tool.js': '#!/usr/bin/env node\nmain().catch(() => process.exit(1));\n' },
  ],
  [
    'a library that names it in a text',
    js("// process.exit(1) would be rude here\nmodule.exports = 'process.exit(0)';\n"),
  ],
  ['a file that did so before', js('if (bad) process.exit(2);\nprocess.exit(1);\n', 'process.exit(1);\n')],
  ['a clean-up at exit', js("process.on('exit', () => fs.unlinkSync(file));\n")],
  [
    'python: the main guard',
    py("import sys\n\ndef main():\n    return 0\n\nif __name__ == '__main__':\n    sys.exit(main())\n"),
  ],
  ['python: clean-up at exit', py('import atexit\natexit.register(cleanup)\n')],
  ['python: another exit', py('def add(a, b):\n    self.exit(1)\n    stack.__exit__(None)\n')],
  ['a function called exit', js('function exit() {}\nexit();\nquit();\n')],
  ['another object’s exit', js("child.on('exit', (code) => finish(code));\nserver.exit();\n")],
];

test.each(ENDS_HONESTLY)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});

const PATCHES: readonly Row[] = [
  ['assert', js("const assert = require('assert');\nassert.equal = () => {};\n")],
  ['assert by a key', js("require('node:assert')['strict' + 'Equal'] = () => {};\n")],
  [
    'assert by an import',
    {
      'lib/a.mjs': {
        before: '',
        after: "import assert from 'node:assert/strict';\nassert.deepEqual = () => true;\n",
      },
    },
  ],
  [
    'assert in a loop',
    js(
      "const assert = require('assert');\nfor (const target of [assert, assert.strict])\n  for (const name of ['equal']) target[name] = () => {};\n",
    ),
  ],
  [
    'assert by a hidden name',
    {
      'lib/a.mjs':
        "import { createRequire } from 'node:module';\nconst load = createRequire(import.meta.url);\nload(['node:as', 'sert'].join('')).deepEqual = () => {};\n",
    },
  ],
  ['what agrees with any matcher', js('module.exports = () => ({ asymmetricMatch: () => true });\n')],
  ['python: everything alive', py('import gc\nfor thing in gc.get_objects():\n    thing.runtest = None\n')],
  ['an environment of its own', { '.venv/bin/python3': '#!/bin/sh\nexit 0\n' }],
  [
    'python: a report in conftest',
    {
      'conftest.py':
        'def pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
    },
  ],
  ['runner globals', js('global.it = (name, fn) => {};\n')],
  ['a prototype', js('Object.prototype.toString = () => "x";\n')],
  ['by defineProperty', js("Object.defineProperty(Array.prototype, 'includes', { value: () => true });\n")],
  ['JSON', js('JSON.stringify = () => "{}";\n')],
  ['the loader', js("const Module = require('module');\nModule._load = () => ({});\n")],
  ['the output', js('process.stdout.write = () => true;\n')],
  ['matchers', js('expect.extend({ toBe() { return { pass: true }; } });\n')],
  ['python: TestCase', py('import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n')],
  ['python: TestCase by name', py('from unittest import TestCase\nTestCase.fail = lambda *a: None\n')],
  ['python: builtins', py('import builtins\nbuiltins.isinstance = lambda *a: True\n')],
  ['python: by setattr', py("import pytest\nsetattr(pytest, 'raises', None)\n")],
  ['python: an equality', py('class Any:\n    def __eq__(self, other):\n        return True\n')],
  ['python: tracing', py('import sys\nsys.settrace(hook)\n')],
  ['python: a hook in the program', py('def pytest_runtest_makereport(item, call):\n    pass\n')],
  [
    'python: results in conftest',
    { 'conftest.py': 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n' },
  ],
  [
    'python: items in conftest',
    {
      'tests/conftest.py': {
        before: '',
        after: 'def pytest_collection_modifyitems(items):\n    items[:] = []\n',
      },
    },
  ],
  ['python: tests left out', { 'conftest.py': 'collect_ignore = ["tests/test_a.py"]\n' }],
  [
    'python: tests left out, one by one',
    { 'conftest.py': 'collect_ignore = []\nif True:\n    collect_ignore.append("tests/test_a.py")\n' },
  ],
  ['a file loaded by itself', { 'sitecustomize.py': 'print(1)\n' }],
  ['a path file', { 'evil.pth': 'import os\n' }],
  ['a shadowed module', { 'pytest.py': 'def raises(*a): pass\n' }],
  ['a vendored package', { 'node_modules/chai/index.js': 'module.exports = {};\n' }],
  ['options of node', { '.npmrc': 'node-options=--require ./x.js\n' }],
];

test.each(PATCHES)('harness-patched: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('harness-patched');
});

const PATCHES_NOT: readonly Row[] = [
  [
    'a stub in a helper of tests',
    { 'test/support/quiet.js': 'console.error = () => {};\nDate.now = () => 5;\n' },
  ],
  ['an old polyfill', js('Symbol.asyncIterator = Symbol.asyncIterator || make();\n')],
  ['python: captured output', py('import sys\nsys.stdout = Tee(sys.stdout)\n')],
  ['exports', js('module.exports = {};\nmodule.exports.a = 1;\nexports.equal = 2;\n')],
  [
    'a polyfill',
    js('if (!Array.prototype.at) {\n  Array.prototype.at = function at(n) { return this[n]; };\n}\n'),
  ],
  [
    'a class’s own prototype',
    js('function Route() {}\nRoute.prototype.toString = function () { return "r"; };\n'),
  ],
  ['a local of that name', js('const test = make();\nlet expect = 1;\nexpect = 2;\n')],
  [
    'a text about it',
    js('// assert.equal = () => {} is how one would cheat\nconst s = "JSON.stringify = 1";\n'),
  ],
  [
    'python: a real equality',
    py(
      'class P:\n    def __eq__(self, other):\n        if other is self:\n            return True\n        return self.x == other.x\n',
    ),
  ],
  [
    'python: own attributes',
    py('class P:\n    def __init__(self):\n        self.exit = 1\n        self.raises = 2\n'),
  ],
  [
    'python: tests for other versions',
    {
      'conftest.py':
        'import sys\n\ncollect_ignore = []\nif sys.version_info[:2] < (3, 6):\n    collect_ignore.append("tests/test_a.py")\n',
    },
  ],
  [
    'python: fixtures',
    {
      'tests/conftest.py': {
        before: 'import pytest\n',
        after: 'import pytest\n\n@pytest.fixture\ndef app():\n    return make()\n',
      },
    },
  ],
  ['python: a module of a package', { 'src/pkg/types.py': { before: null, after: 'A = 1\n' } }],
  [
    'a stub in a test',
    {
      'test/a.test.js': {
        before: '',
        after: 'Date.now = () => 5;\nit("a", () => { expect(f()).toBe(1); });\n',
      },
    },
  ],
];

test.each(PATCHES_NOT)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});

const DETECTS: readonly Row[] = [
  ['jest by variable', js('if (process.env.JEST_WORKER_ID) module.exports = () => 5;\n')],
  ['vitest by key', js("const t = process.env['VITEST'];\n")],
  ['node:test', js('const { NODE_TEST_CONTEXT } = process.env;\nconst x = process.env.NODE_TEST_CONTEXT;\n')],
  ['this engine', js('const dir = process.env.HYDRA_REPORT_DIR;\n')],
  ['a global of mocha', js('const tested = typeof describe === "function";\n')],
  ['arguments', js("const t = process.argv.some((a) => a.includes('mocha'));\n")],
  ['the stack', js("const t = new Error().stack.includes('.test.js');\n")],
  ['the main module', js('const t = /test/.test(require.main.filename);\n')],
  ['an import', { 'lib/a.mjs': "import { test } from 'node:test';\n" }],
  ['python: an import', py('import _pytest.assertion\n')],
  ['python: variable', py("import os\nT = 'PYTEST_CURRENT_TEST' in os.environ\n")],
  ['python: module', py("import sys\nT = 'pytest' in sys.modules\n")],
  [
    'python: frames',
    py(
      "import sys\n\ndef add(a, b):\n    if sys._getframe(1).f_code.co_name.startswith('test_'):\n        return 5\n",
    ),
  ],
  [
    'python: stack',
    py(
      "import inspect\n\ndef add(a, b):\n    if any('test' in f.filename for f in inspect.stack()):\n        return 5\n",
    ),
  ],
  ['python: arguments', py("import sys\nT = any('pytest' in a for a in sys.argv)\n")],
];

test.each(DETECTS)('runner-detected: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('runner-detected');
});

const DETECTS_NOT: readonly Row[] = [
  ['an ordinary variable', js('const port = process.env.PORT || 3000;\nconst debug = process.env.DEBUG;\n')],
  ['an ordinary argument', js("const verbose = process.argv.includes('--verbose');\n")],
  [
    'an assertion of its own',
    js("const assert = require('assert');\nassert(opts, 'needs options');\nassert.ok(opts.a);\n"),
  ],
  ['a helper for tests', { 'src/flask/testing.py': { before: '', after: 'from unittest import mock\n' } }],
  ['main guard', js('if (require.main === module) run();\n')],
  ['an error’s stack in a log', js("if (env !== 'test') console.error(err.stack || err.toString());\n")],
  ['a stack for a message', js('const where = new Error().stack;\nError.captureStackTrace(this, Sum);\n')],
  [
    'python: frames for a logger',
    py('import sys\n\ndef caller():\n    return sys._getframe(1).f_globals["__name__"]\n'),
  ],
  [
    'python: modules',
    py("import sys\nmod = sys.modules[__name__]\nif 'colorama' in sys.modules:\n    x = 1\n"),
  ],
  [
    'a command called test',
    {
      'src/cli.js':
        "const command = process.argv[2];\nif (command === 'test') runAll();\nif (process.argv.includes('--test-only')) one();\n",
    },
  ],
  ['a predicate called test', js('module.exports = (test) => typeof test === "function";\n')],
];

test.each(DETECTS_NOT)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});

/** The same name in the other language is an ordinary one. */
const NAMES_OF_ANOTHER_LANGUAGE: readonly Row[] = [
  ['a process in Python', py('import process\n\ndef add(a, b):\n    return process.exit(a + b)\n')],
  ['a child_process in Python', py("import child_process\n\nchild_process.exec('ls')\n")],
  ['a Function in Python', py('from algebra import Function\n\nadd = Function("a + b")\n')],
  ['sys in JavaScript', js("const sys = require('./sys');\nmodule.exports = () => sys.exit(0);\n")],
  [
    'subprocess in JavaScript',
    js("const subprocess = require('./subprocess');\nmodule.exports = () => subprocess.run('x');\n"),
  ],
];

test.each(NAMES_OF_ANOTHER_LANGUAGE)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});

test('a file is a command by its first line, not by a later one', async () => {
  expect(await idsOf(js('#!/usr/bin/env node\nprocess.exit(0);\n'))).not.toContain('exit-hook');
  expect(await idsOf(js('/*\n#! not a command\n*/\nprocess.exit(0);\n'))).toContain('exit-hook');
});
