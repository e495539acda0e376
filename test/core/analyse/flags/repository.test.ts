import { expect, test } from 'vitest';
import type { Change } from '../../../../src/core/analyse/flags/flag-rule.ts';
import { flagsOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [id: string, what: string, files: Files, more: Partial<Change>];

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const PACKAGE = {
  name: 'a',
  scripts: { test: 'mocha', lint: 'eslint .', start: 'node .' },
  dependencies: { express: '^4.0.0' },
};
const manifest = (after: unknown): Files => ({
  'package.json': { before: json(PACKAGE), after: json(after) },
});
const scripts = (changed: Record<string, string>) =>
  manifest({ ...PACKAGE, scripts: { ...PACKAGE.scripts, ...changed } });
const depends = (more: Record<string, string>) =>
  manifest({ ...PACKAGE, dependencies: { ...PACKAGE.dependencies, ...more } });
const link = (target: string): Files => ({
  'lib/data': { before: null, after: target, kind: 'symlink', newMode: '120000', language: null },
});
const payload = Buffer.from('process.exit(0); // '.repeat(8)).toString('base64');

/** Further parts of a change may be left out. */
const rows = <T>(table: readonly (readonly unknown[])[], length: number): readonly T[] =>
  table.map((row) => (row.length > length ? row : [...row, {}]) as T);

const FLAGGED = [
  ['harness-loosened', 'a test that cannot fail', scripts({ test: 'mocha || true' })],
  [
    'harness-loosened',
    'many spaces before that',
    scripts({ test: `mocha ${'|| '.repeat(999)}||${' '.repeat(99_999)}true   ` }),
  ],
  ['harness-loosened', 'no test at all', scripts({ test: 'echo ok' })],
  ['harness-loosened', 'exit 0', scripts({ test: 'exit 0' })],
  ['harness-loosened', 'lint that cannot fail', scripts({ lint: 'eslint . || exit 0' })],
  ['harness-loosened', 'tests left out', scripts({ test: "mocha --grep 'not me' --invert" })],
  [
    'harness-loosened',
    'pytest options',
    {
      'pytest.ini': {
        before: '[pytest]\n',
        after: '[pytest]\naddopts = --deselect tests/test_a.py::test_b\n',
      },
    },
  ],
  [
    'harness-loosened',
    'pyproject options',
    {
      'pyproject.toml': {
        before: '[tool.pytest.ini_options]\n',
        after: '[tool.pytest.ini_options]\naddopts = "-k \'not slow\'"\n',
      },
    },
  ],
  [
    'harness-loosened',
    'make',
    { Makefile: { before: 'test:\n\tpytest\n', after: 'test:\n\tpytest || true\n' } },
  ],
  ['script-changed', 'the test script', scripts({ test: 'mocha --timeout 99' })],
  ['script-changed', 'make', { Makefile: { before: 'test:\n\tpytest\n', after: 'test:\n\tpytest -q\n' } }],
  ['script-changed', 'a test shell script', { 'scripts/test.sh': { before: 'a\n', after: 'b\n' } }],
  ['runner-config-changed', 'a key', manifest({ ...PACKAGE, jest: { setupFiles: ['./x.js'] } })],
  [
    'runner-config-changed',
    'a file',
    { 'jest.config.js': { before: 'module.exports = {};\n', after: 'module.exports = { bail: 1 };\n' } },
  ],
  [
    'runner-hook-added',
    'a hook',
    { 'conftest.py': { before: '', after: 'def pytest_runtest_call(item):\n    pass\n' } },
  ],
  [
    'lint-loosened',
    'a rule off',
    { '.eslintrc.json': { before: '{"rules":{}}', after: '{"rules":{\n"no-eval": "off"}}' } },
  ],
  ['lint-loosened', 'ignores', { 'ruff.toml': { before: '', after: 'ignore = ["E501"]\n' } }],
  ['hydra-config-changed', 'our own policy', { 'hydra.toml': { before: 'a = 1\n', after: 'a = 2\n' } }],
  [
    'lint-config-changed',
    'a rule on',
    { '.eslintrc.yml': { before: 'rules:\n', after: 'rules:\n  semi: error\n' } },
  ],
  [
    'lint-loosened',
    'a rule gone',
    { '.eslintrc.yml': { before: 'rules:\n  no-eval: error\n', after: 'rules:\n' } },
  ],
  [
    'lint-loosened',
    'an ignore file beside a configuration',
    { '.eslintignore': 'src/\n' },
    { baseFiles: new Set(['.eslintrc.json']) },
  ],
  ['outside-access', 'at installation', { 'setup.py': 'import os\nos.system("ls")\n' }],
  [
    'lint-loosened',
    'less strict',
    { 'tsconfig.json': { before: '{\n"strict": true\n}', after: '{\n"strict": false\n}' } },
  ],
  [
    'ci-changed',
    'a workflow',
    { '.github/workflows/ci.yml': { before: 'on: push\n', after: 'on: pull_request_target\n' } },
  ],
  ['ci-changed', 'a new workflow', { '.github/workflows/x.yml': 'on: push\n' }],
  ['ci-changed', 'gitlab', { '.gitlab-ci.yml': { before: 'a: 1\n', after: 'a: 2\n' } }],
  ['git-hook-file', 'husky', { '.husky/pre-commit': 'curl x\n' }],
  ['git-hook-file', 'a folder of hooks', { '.githooks/post-checkout': 'x\n' }],
  ['git-hook-file', 'plain', { 'hooks/post-merge': 'x\n' }],
  ['attributes-trick', 'everything', { '.gitattributes': '* -diff\n' }],
  [
    'attributes-trick',
    'code as generated',
    { '.gitattributes': { before: '* text=auto\n', after: '* text=auto\n*.js linguist-generated=true\n' } },
  ],
  ['attributes-trick', 'code as binary', { '.gitattributes': 'src/** binary\n' }],
  ['attributes-trick', 'a filter', { '.gitattributes': '*.py filter=evil\n' }],
  ['symlink-escape', 'absolute', link('/etc/passwd')],
  ['symlink-escape', 'above', link('../../secret')],
  ['symlink-escape', 'into git', link('../.git/config')],
  ['symlink-added', 'within', link('../docs/data')],
  [
    'submodule-changed',
    'a submodule',
    { 'third/x': { before: null, after: null, kind: 'submodule', newMode: '160000', change: 'added' } },
  ],
  ['submodule-changed', 'its list', { '.gitmodules': '[submodule "x"]\n' }],
  [
    'mode-changed',
    'an executable module',
    { 'lib/a.js': { before: 'a;\n', after: 'a;\n', newMode: '100755' } },
  ],
  [
    'binary-code',
    'bytecode',
    { 'src/__pycache__/a.cpython-311.pyc': { before: null, after: null, kind: 'binary', change: 'added' } },
  ],
  [
    'binary-code',
    'an extension module',
    { 'src/a.so': { before: null, after: null, kind: 'binary', change: 'added' } },
  ],
  [
    'binary-code',
    'an addon',
    { 'lib/a.node': { before: null, after: null, kind: 'binary', change: 'added' } },
  ],
  [
    'binary-blob',
    'an archive',
    { 'lib/data.zip': { before: null, after: null, kind: 'binary', change: 'added' } },
  ],
  ['minified-blob', 'one line', { 'lib/x.js': `var a=${'1+'.repeat(3000)}1;\n` }],
  ['vendored-code', 'a folder', { 'vendor/lodash/index.js': 'x();\n', 'vendor/lodash/a.js': 'y();\n' }],
  [
    'encoded-payload',
    'base64',
    { 'lib/a.js': { before: '', after: `eval(Buffer.from('${payload}', 'base64').toString());\n` } },
  ],
  [
    'encoded-payload',
    'python',
    { 'src/a.py': { before: '', after: `import base64\nexec(base64.b64decode('${payload}'))\n` } },
  ],
  [
    'encoded-payload',
    'characters',
    {
      'lib/a.js': {
        before: '',
        after: 'new Function(String.fromCharCode(112,114,111,99,101,115,115,46,101,120))();\n',
      },
    },
  ],
  ['dynamic-code', 'eval', { 'lib/a.js': { before: '', after: 'eval(text);\n' } }],
  [
    'dynamic-code',
    'new Function',
    { 'lib/a.js': { before: '', after: "const f = new Function('a', body);\n" } },
  ],
  ['dynamic-code', 'vm', { 'lib/a.js': { before: '', after: "require('vm').runInThisContext(text);\n" } }],
  ['dynamic-code', 'python', { 'src/a.py': { before: '', after: 'exec(text)\n' } }],
  ['secret-access', 'a variable', { 'lib/a.js': { before: '', after: 'send(process.env.GITHUB_TOKEN);\n' } }],
  ['secret-access', 'a file', { 'src/a.py': { before: '', after: "read('~/.ssh/id_rsa')\n" } }],
  [
    'secret-access',
    'a cloud key',
    { 'src/a.py': { before: '', after: "os.environ['AWS_SECRET_ACCESS_KEY']\n" } },
  ],
  ['outside-access', 'fetch', { 'lib/a.js': { before: 'f();\n', after: "f();\nfetch('http://x');\n" } }],
  [
    'outside-access',
    'a shell',
    {
      'lib/a.js': {
        before: 'f();\n',
        after: "const { execSync } = require('child_process');\nexecSync('ls');\n",
      },
    },
  ],
  [
    'outside-access',
    'python',
    { 'src/a.py': { before: 'f()\n', after: 'import subprocess\nsubprocess.run(["ls"])\n' } },
  ],
  ['dependency-source', 'git', depends({ x: 'git+https://example.org/x.git' })],
  ['dependency-source', 'a tarball', depends({ x: 'https://example.org/x.tgz' })],
  ['dependency-source', 'a short name', depends({ x: 'someone/x' })],
  [
    'dependency-source',
    'python',
    { 'requirements.txt': { before: 'flask\n', after: 'flask\nx @ git+https://example.org/x\n' } },
  ],
  [
    'dependency-source',
    'an index',
    { 'requirements.txt': { before: 'flask\n', after: '--extra-index-url https://example.org\nflask\n' } },
  ],
  ['install-script', 'postinstall', scripts({ postinstall: 'node x.js' })],
  ['typosquat-dependency', 'swapped', depends({ exrpess: '1.0.0' })],
  ['typosquat-dependency', 'one letter', depends({ lodahs: '1.0.0' })],
  [
    'typosquat-dependency',
    'python',
    { 'requirements.txt': { before: 'flask\n', after: 'flask\nrequsts==1.0\n' } },
  ],
  ['lockfile-only', 'npm', { 'package-lock.json': { before: '{}', after: '{"a":1}' } }],
  ['formatting-only', 'layout', { 'lib/a.js': { before: 'f( );\n', after: 'f();\n' } }, { effect: false }],
  ['not-inspected', 'too large', { 'lib/a.js': { before: 'a;', after: 'b;', unread: 'the parser gave up' } }],
];

test.each(rows<Row>(FLAGGED, 3))('%s: %s', async (id, _, files, more) => {
  expect(await idsOf(files, more)).toContain(id);
});

type Honest = readonly [what: string, files: Files, more: Partial<Change>];

const HONEST = [
  [
    'further settings of the runner',
    { 'tox.ini': { before: '[tox]\nenvlist = py311\n', after: '[tox]\nenvlist = py311,py312\n' } },
  ],
  ['a test’s own package', { 'test/module/package.json': json({ dependencies: { a: 'file:../..' } }) }],
  ['a dependency', depends({ 'body-parser': '^1.0.0', preact: '^10.0.0' })],
  ['another version', manifest({ ...PACKAGE, dependencies: { express: '^5.0.0' } })],
  ['a script for something else', scripts({ start: 'node server.js', docs: 'typedoc' })],
  ['a package of the workspace', depends({ mine: 'workspace:*', other: 'file:./packages/other' })],
  [
    'a requirement',
    { 'requirements.txt': { before: 'flask\n', after: 'flask>=3.0\nrequests==2.32\nrequests-mock\n' } },
  ],
  [
    'attributes of custom',
    {
      '.gitattributes':
        '* text=auto eol=lf\n*.png binary\npackage-lock.json -diff\ndist/** linguist-generated\n*.py diff=python\n',
    },
  ],
  ['an image', { 'docs/logo.png': { before: null, after: null, kind: 'binary', change: 'added' } }],
  [
    'a binary fixture',
    { 'test/fixtures/a.zip': { before: null, after: null, kind: 'binary', change: 'added' } },
  ],
  ['an executable script', { 'bin/run': { before: null, after: '#!/bin/sh\n', newMode: '100755' } }],
  [
    'a stricter rule',
    { '.eslintrc.json': { before: '{"rules":{}}', after: '{"rules":{\n"no-eval": "error"}}' } },
  ],
  [
    'a pattern’s exec',
    { 'lib/a.js': { before: '', after: 'const m = /a/.exec(s);\nconst e = evaluate(x);\n' } },
  ],
  [
    'python: a compiled pattern',
    { 'src/a.py': { before: '', after: 'import re\nP = re.compile("a")\ncur.execute("select")\n' } },
  ],
  [
    'an encoded text',
    {
      'lib/a.js': { before: '', after: `const key = '${payload}';\nconst b = Buffer.from(key, 'base64');\n` },
    },
  ],
  [
    'an address without access',
    {
      'lib/a.js': {
        before: '',
        after: "const { isIP } = require('net');\nconst url = 'https://example.org';\n",
      },
    },
  ],
  ['further access', { 'lib/a.js': { before: "fetch('a');\n", after: "fetch('a');\nfetch('b');\n" } }],
  [
    'code and its lockfile',
    {
      'lib/a.js': { before: 'a;\n', after: 'b;\n' },
      'package-lock.json': { before: '{}', after: '{"a":1}' },
    },
  ],
  ['a vendor folder that exists', { 'vendor/x/b.js': 'x();\n' }, { baseFiles: new Set(['vendor/x/a.js']) }],
  ['a document', { 'README.md': { before: '# a\n', after: '# a\n\nRun `npm test || true` to see.\n' } }],
  [
    'a long literal',
    { 'lib/a.js': { before: '', after: `const a = [\n${'  "some words here",\n'.repeat(300)}];\n` } },
  ],
  ['a new linter', { '.prettierrc': '{"singleQuote": true}' }],
  [
    'python: a coverage setting',
    {
      'pyproject.toml': {
        before: '[tool.pytest.ini_options]\n',
        after: '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
      },
    },
  ],
];

test.each(rows<Honest>(HONEST, 2))('no flag: %s', async (_, files, more) => {
  expect(await flagsOf(files, more)).toEqual([]);
});
