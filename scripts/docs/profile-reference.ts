import { HydraConfig } from '../../src/core/domain/policy/hydra-config.ts';
import type { RepoFacts } from '../../src/core/domain/source/repo-facts.ts';
import { lintParsers } from '../../src/core/parse/lint/registry.ts';
import { testParsers } from '../../src/core/parse/tests/registry.ts';
import { JS_TEST_RUNNERS } from '../../src/core/profile/js-test-runners.ts';
import { LINTERS } from '../../src/core/profile/linters.ts';
import { OTHER_TEST_RUNNERS } from '../../src/core/profile/other-test-runners.ts';
import { planChecks } from '../../src/core/profile/plan-checks.ts';
import type { Tool, ToolReport } from '../../src/core/profile/tool.ts';
import { code, markdownTable } from './markdown-table.ts';

const scripts = JSON.stringify({
  scripts: { build: 'tsc', test: 'jest', lint: 'eslint .' },
  devDependencies: { jest: '*' },
});

/** The smallest repository of each kind, for a plan to be made of. */
const SAMPLES: Readonly<Record<string, { readonly by: string; readonly facts: RepoFacts }>> = {
  'js-node': {
    by: '`package.json`',
    facts: { files: ['package.json', 'package-lock.json'], texts: { 'package.json': scripts } },
  },
  python: {
    by: '`pyproject.toml`, `setup.py`, `setup.cfg`, requirements, `tox.ini`, `pytest.ini`, or test files',
    facts: {
      files: ['pyproject.toml'],
      texts: { 'pyproject.toml': '[build-system]\n[project]\nname = "sample"\n' },
    },
  },
  rust: { by: '`Cargo.toml`', facts: { files: ['Cargo.toml', 'Cargo.lock'], texts: {} } },
  go: { by: '`go.mod`', facts: { files: ['go.mod'], texts: {} } },
  'java-maven': {
    by: '`pom.xml`',
    facts: { files: ['pom.xml'], texts: { 'pom.xml': 'maven-checkstyle-plugin' } },
  },
  'java-gradle': {
    by: '`build.gradle`, `settings.gradle` or their `.kts`',
    facts: { files: ['build.gradle', 'gradlew'], texts: { 'build.gradle': 'checkstyle' } },
  },
};

const profileRows = (): readonly (readonly string[])[] =>
  Object.entries(SAMPLES).map(([id, { by, facts }]) => {
    const plan = planChecks(facts, HydraConfig.parse({}));
    if ('unplanned' in plan || plan.profile !== id) throw new Error(`the sample of ${id} is not recognised`);
    const { build, test, lint } = plan.commands;
    return [
      code(id),
      by,
      ...[build, test, lint].map((command) => (command === undefined ? 'none' : code(command))),
    ];
  });

const WHERE: Readonly<Record<ToolReport['from'], string>> = {
  'given-file': 'a file outside the workspace',
  'own-file': 'a file outside the workspace, by our reporter',
  stdout: 'standard output',
  log: 'the log',
  'workspace-files': 'files of the workspace',
};

const toolRows = (tools: readonly Tool[]): readonly (readonly string[])[] =>
  tools.map(({ id, parser, report }) => [
    id,
    code(parser),
    'pattern' in report ? `${WHERE[report.from]}: ${code(report.pattern)}` : WHERE[report.from],
  ]);

const ids = (parsers: readonly { readonly id: string }[]): string =>
  parsers.map(({ id }) => code(id)).join(', ');

/** The tables of docs/profiles.md, by the name of the place where each is put. */
export const profileTables = (): Readonly<Record<string, readonly string[]>> => ({
  profiles: markdownTable(['profile', 'recognised by', 'build', 'test', 'lint'], profileRows()),
  runners: markdownTable(
    ['runner', 'parser', 'where its report is'],
    toolRows([...JS_TEST_RUNNERS, ...OTHER_TEST_RUNNERS]),
  ),
  linters: markdownTable(['linter', 'parser', 'where its report is'], toolRows(LINTERS)),
  formats: markdownTable(
    ['setting', 'formats'],
    [
      [code('[scoring.reports] test'), ids(testParsers)],
      [code('[scoring.reports] lint'), ids(lintParsers)],
    ],
  ),
});
