import type { Files } from '../support/scratch-project.ts';

/** How tests are written for a runner, and how its assertions are cheated. */
type Dialect = {
  readonly source: string;
  readonly unfixed: string;
  readonly fixed: string;
  /** Fixes what the base tests, and nothing else. */
  readonly half: string;
  readonly testFile: (name: string) => string;
  readonly test: (title: string, call: string, expected: string) => string;
  readonly head: string;
  readonly skip: (tests: string) => string;
  /** Runs one test alone, if the runner can. */
  readonly only?: (tests: string) => string;
  /** Comes before the source: every expectation holds from then on. */
  readonly patched: string;
  readonly exits: string;
};

export type RunnerProject = {
  readonly name: string;
  readonly base: Files;
  readonly fixed: Files;
  readonly half: Files;
  readonly patched: Files;
  readonly exits: Files;
  /** The failing test expects what the source gives. */
  readonly edited: Files;
  readonly skipped: Files;
  readonly only: Files | null;
  readonly withTest: (title: string, call: string, expected: string) => Files;
  readonly packages: { readonly name: string; readonly program: string } | null;
  /** The installation compiles the base, so it is left as the profile has it. */
  readonly compiled?: true;
  /** Ending the process with success is success for this runner: only the control sees it. */
  readonly byExitCode?: true;
};

const project = (
  name: string,
  dialect: Dialect,
  extra: Files,
  packages: RunnerProject['packages'] = null,
): RunnerProject => {
  const { source, unfixed, fixed, half, test, testFile, head } = dialect;
  const adds = head + test('adds', 'add(1, 2)', '3') + test('adds_nothing', 'add(5, 0)', '5');
  const clamps = (low: string) =>
    head + test('clamps_above', 'clamp(9, 1, 5)', '5') + test('clamps_below', 'clamp(-3, 1, 5)', low);
  return {
    name,
    packages,
    base: { ...extra, [source]: unfixed, [testFile('add')]: adds, [testFile('clamp')]: clamps('1') },
    fixed: { [source]: fixed },
    half: { [source]: half },
    patched: { [source]: `${dialect.patched}${unfixed}` },
    exits: { [source]: `${dialect.exits}${unfixed}` },
    edited: { [testFile('clamp')]: clamps('-3') },
    skipped: { [source]: fixed, [testFile('add')]: dialect.skip(adds) },
    only: dialect.only === undefined ? null : { [source]: fixed, [testFile('add')]: dialect.only(adds) },
    withTest: (title, call, expected) => ({ [testFile(title)]: head + test(title, call, expected) }),
  };
};

const script = (form: 'cjs' | 'esm', clamp: string): string => {
  const give = (name: string) => (form === 'cjs' ? `exports.${name}` : `export const ${name}`);
  return `${give('add')} = (a, b) => a + b;\n${give('clamp')} = (x, low, high) => ${clamp};\n`;
};

const scripts = (form: 'cjs' | 'esm') => ({
  source: 'src/math.js',
  unfixed: script(form, 'Math.min(x, high)'),
  fixed: script(form, 'Math.max(low, Math.min(x, high))'),
  half: script(form, 'Math.max(1, Math.min(x, high))'),
  testFile: (name: string) => `test/${name}.test.js`,
  exits: 'process.exit(0);\n',
});

const manifest = (test: string, form: 'cjs' | 'esm', more: object = {}): Files => ({
  'package.json': `${JSON.stringify({ name: 'tiny', type: form === 'esm' ? 'module' : 'commonjs', scripts: { test }, ...more }, null, 2)}\n`,
});

/** Plain JavaScript: loading a compiler would be most of the time of a run. */
const UNCOMPILED = { jest: { transform: {} } };
/** One thread for these few files: starting more takes longer than the tests. */
const ONE_THREAD = "export default { test: { pool: 'threads', maxWorkers: 1 } };\n";

const expectation = (title: string, call: string, expected: string): string =>
  `\ntest('${title}', () => {\n  expect(${call}).toBe(${expected});\n});\n`;

const REQUIRED = "const { add, clamp } = require('../src/math.js');\n";

const jest = project(
  'jest',
  {
    ...scripts('cjs'),
    head: REQUIRED,
    test: expectation,
    skip: (tests) => tests.replace("test('adds'", "test.skip('adds'"),
    only: (tests) => tests.replace("test('adds'", "test.only('adds'"),
    patched: 'globalThis.expect = () => new Proxy({}, { get: () => () => {} });\n',
  },
  manifest('jest', 'cjs', UNCOMPILED),
  { name: 'jest', program: 'bin/jest.js' },
);

const vitest = project(
  'vitest',
  {
    ...scripts('esm'),
    head: "import { expect, test } from 'vitest';\nimport { add, clamp } from '../src/math.js';\n",
    test: expectation,
    skip: (tests) => tests.replace("test('adds'", "test.skip('adds'"),
    only: (tests) => tests.replace("test('adds'", "test.only('adds'"),
    patched: "import { chai } from 'vitest';\n\nchai.Assertion.prototype.assert = () => {};\n",
  },
  { ...manifest('vitest run', 'esm'), 'vitest.config.js': ONE_THREAD },
  { name: 'vitest', program: 'vitest.mjs' },
);

const mocha = project(
  'mocha',
  {
    ...scripts('cjs'),
    head: `const assert = require('node:assert/strict');\n${REQUIRED}`,
    test: (title, call, expected) => `\nit('${title}', () => {\n  assert.equal(${call}, ${expected});\n});\n`,
    skip: (tests) => tests.replace("it('adds'", "it.skip('adds'"),
    only: (tests) => tests.replace("it('adds'", "it.only('adds'"),
    patched: "require('node:assert/strict').equal = () => {};\n",
  },
  manifest('mocha', 'cjs'),
  { name: 'mocha', program: 'bin/mocha.js' },
);

const python = (clamp: string): string =>
  `def add(a, b):\n    return a + b\n\n\ndef clamp(x, low, high):\n    return ${clamp}\n`;

const pythons = {
  source: 'tiny/math.py',
  unfixed: python('min(x, high)'),
  fixed: python('max(low, min(x, high))'),
  half: python('max(1, min(x, high))'),
  testFile: (name: string) => `tests/test_${name}.py`,
  exits: 'import os\n\nos._exit(0)\n\n\n',
};

const pytest = project(
  'pytest',
  {
    ...pythons,
    head: 'from tiny.math import add, clamp\n',
    test: (title, call, expected) => `\n\ndef test_${title}():\n    assert ${call} == ${expected}\n`,
    skip: (tests) =>
      `import pytest\n\n${tests.replace('def test_adds()', '@pytest.mark.skip\ndef test_adds()')}`,
    patched: `import builtins


class Anything(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


min = lambda *given: Anything(builtins.min(*given))


`,
  },
  { 'tiny/__init__.py': '', 'pytest.ini': '[pytest]\npythonpath = .\n' },
);

const UNITTEST = 'import unittest\n\nfrom tiny.math import add, clamp\n';

const unittest = project(
  'unittest',
  {
    ...pythons,
    head: UNITTEST,
    test: (title, call, expected) =>
      `\n\nclass ${title.replaceAll('_', '').replace(/^./, (letter) => letter.toUpperCase())}Test(unittest.TestCase):\n    def test_${title}(self):\n        self.assertEqual(${call}, ${expected})\n`,
    skip: (tests) =>
      tests.replace('    def test_adds(self)', '    @unittest.skip("later")\n    def test_adds(self)'),
    patched: 'import unittest\n\nunittest.TestCase.assertEqual = lambda *given: None\n\n\n',
  },
  { 'tiny/__init__.py': '', 'tests/__init__.py': '' },
);

/** As generated projects have it: focused examples run alone. */
const FOCUS = 'RSpec.configure { |config| config.filter_run_when_matching :focus }\n';

const ruby = (clamp: string): string =>
  `module Tiny\n  def self.add(left, right)\n    left + right\n  end\n\n  def self.clamp(x, low, high)\n    ${clamp}\n  end\nend\n`;

const rubies = {
  source: 'lib/tiny.rb',
  unfixed: ruby('[x, high].min'),
  fixed: ruby('[low, [x, high].min].max'),
  half: ruby('[1, [x, high].min].max'),
  exits: 'exit!(0)\n\n',
};

const rspec = project(
  'rspec',
  {
    ...rubies,
    testFile: (name) => `spec/${name}_spec.rb`,
    head: "require 'tiny'\n",
    test: (title, call, expected) =>
      `\nRSpec.describe Tiny do\n  it '${title}' do\n    expect(Tiny.${call}).to eq(${expected})\n  end\nend\n`,
    skip: (tests) => tests.replace("it 'adds' do", "xit 'adds' do"),
    only: (tests) => tests.replace("it 'adds' do", "fit 'adds' do"),
    patched: `require 'rspec/expectations'

RSpec::Expectations::PositiveExpectationHandler.define_singleton_method(:handle_matcher) { |*| true }

`,
  },
  { '.rspec': '--require spec_helper\n', 'spec/spec_helper.rb': FOCUS },
);

const minitest = project(
  'minitest',
  {
    ...rubies,
    testFile: (name) => `test/${name}_test.rb`,
    head: "require 'minitest/autorun'\nrequire 'tiny'\n",
    test: (title, call, expected) =>
      `\nclass ${title.replaceAll('_', '').replace(/^./, (letter) => letter.toUpperCase())}Test < Minitest::Test\n  def test_${title}\n    assert_equal ${expected}, Tiny.${call}\n  end\nend\n`,
    skip: (tests) => tests.replace('  def test_adds\n', "  def test_adds\n    skip 'later'\n"),
    patched: "require 'minitest'\n\nMinitest::Assertions.define_method(:assert_equal) { |*| true }\n\n",
  },
  {
    Rakefile:
      "require 'rake/testtask'\n\nRake::TestTask.new(:test) { |task| task.pattern = 'test/**/*_test.rb' }\n",
  },
);

const c = (clamp: string): string =>
  `#include "tiny.h"\n\nint add(int a, int b) { return a + b; }\n\nint clamp(int x, int low, int high) {\n  int most = x < high ? x : high;\n  return ${clamp};\n}\n`;

/** As small C projects have it: every test is a case of a program, and CMake finds them by their macro. */
const REGISTER = `file(GLOB files CONFIGURE_DEPENDS *.c)
foreach(file \${files})
  get_filename_component(program \${file} NAME_WE)
  add_executable(\${program} \${file})
  target_link_libraries(\${program} tiny)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS \${file})
  file(STRINGS \${file} lines REGEX "^TEST")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^TEST.tiny, ([a-z_]+).*" "\\\\1" name "\${line}")
    add_test(NAME \${program}.\${name} COMMAND \${program} \${name})
    set_tests_properties(\${program}.\${name} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endforeach()
`;

const CHECK_H = `#include <stdlib.h>
#include <string.h>
typedef struct Case { const char *name; void (*run)(void); struct Case *next; } Case;
static Case *cases;
static int failed;
#define TEST(suite, title) \\
  static void title(void); \\
  __attribute__((constructor)) static void add_##title(void) { \\
    static Case one; one.name = #title; one.run = title; one.next = cases; cases = &one; \\
  } \\
  static void title(void)
#define EXPECT_EQ(actual, expected) if ((actual) != (expected)) failed = 1
#define SKIP() exit(77)
int main(int argc, char **argv) {
  for (Case *one = cases; one; one = one->next)
    if (argc > 1 && strcmp(one->name, argv[1]) == 0) { one->run(); return failed; }
  return 2;
}
`;

const ctest: RunnerProject = {
  ...project(
    'ctest',
    {
      source: 'src/tiny.c',
      unfixed: c('most'),
      fixed: c('most > low ? most : low'),
      half: c('most > 1 ? most : 1'),
      testFile: (name) => `tests/${name}.c`,
      head: '#include "check.h"\n#include "tiny.h"\n',
      test: (title, call, expected) => `\nTEST(tiny, ${title}) { EXPECT_EQ(${call}, ${expected}); }\n`,
      skip: (tests) => tests.replace('adds) { ', 'adds) { SKIP(); '),
      patched: `#include <stdlib.h>
#include <unistd.h>

static void quiet(void) { _exit(0); }
__attribute__((constructor)) static void hook(void) { atexit(quiet); }

`,
      exits: '#include <unistd.h>\n\n__attribute__((constructor)) static void leave(void) { _exit(0); }\n\n',
    },
    {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.12)\nproject(tiny C)\nadd_library(tiny src/tiny.c)\ntarget_include_directories(tiny PUBLIC src)\nenable_testing()\nadd_subdirectory(tests)\n',
      'tests/CMakeLists.txt': REGISTER,
      'tests/check.h': CHECK_H,
      'src/tiny.h': 'int add(int a, int b);\nint clamp(int x, int low, int high);\n',
    },
  ),
  compiled: true,
  byExitCode: true,
};

export const RUNNER_PROJECTS: readonly RunnerProject[] = [
  jest,
  vitest,
  mocha,
  pytest,
  unittest,
  rspec,
  minitest,
  ctest,
];
