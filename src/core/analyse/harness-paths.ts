import { classifyPath, LONGEST_NAME } from './classify-path.ts';

/** What a path has to do with judging the code; null: it is the code, its documents or its data. */
export type HarnessPart =
  | 'test'
  | 'fixture'
  | 'snapshot'
  | 'runner-config'
  | 'lint-config'
  | 'script'
  | 'ci'
  | 'lockfile'
  | 'manifest';

const SNAPSHOT = /\.(?:snap|ambr|approved\.\w+|shot)$/;
const SNAPSHOT_FOLDERS = new Set(['__snapshots__', '__image_snapshots__', '__file_snapshots__']);

const CI_FOLDER =
  /^(?:\.github\/(?:workflows|actions)|\.circleci|\.buildkite|\.husky|\.githooks|\.git-hooks|\.teamcity|\.woodpecker)\//;
const CI_NAME =
  /^(?:\.gitlab-ci\.ya?ml|\.travis\.ya?ml|\.?appveyor\.ya?ml|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|jenkinsfile|\.drone\.ya?ml|\.cirrus\.ya?ml|\.pre-commit-config\.ya?ml|\.?lefthook\.ya?ml|\.lintstagedrc(?:\.\w+)?|lint-staged\.config\.[cm]?[jt]s|\.?codecov\.ya?ml)$/i;

const RUNNER_CONFIG =
  /^(?:(?:jest|vitest|vite|karma|playwright|cypress|ava|wdio|babel|nyc)(?:\.[\w-]+)?\.(?:config|conf|workspace|setup)\.(?:[cm]?[jt]s|json)|\.?(?:mocharc|taprc|nycrc|c8rc|babelrc|swcrc|jestrc)(?:\.\w+)?|mocha\.opts|jest[.-]setup\.[cm]?[jt]sx?|setup[-_.]?(?:jest|vitest|tests?)\.[cm]?[jt]sx?|vitest[.-]setup\.[cm]?[jt]s|conftest\.py|pytest\.(?:ini|toml)|\.pytest\.(?:ini|toml)|tox\.(?:ini|toml)|\.coveragerc|nose2?\.cfg|unittest\.cfg|(?:site|user)customize\.py|.+\.pth|\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|\.env(?:\.\w+)?|surefire.*\.properties|junit-platform\.properties|nextest\.toml|hydra\.toml)$/i;

const LINT_CONFIG =
  /^(?:\.?eslint(?:rc|ignore|\.config)(?:\.\w+)?|\.?prettier(?:rc|ignore|\.config)(?:\.\w+)?|biome\.jsonc?|\.?oxlint(?:rc)?(?:\.\w+)?|\.oxfmtrc(?:\.\w+)?|tslint\.json|\.jshint(?:rc|ignore)|\.jscsrc|\.?stylelint(?:rc|\.config)?(?:\.\w+)?|(?:ts|js)config(?:\.[\w-]+)*\.json|\.?ruff\.toml|\.?flake8|\.?pylintrc|pylintrc\.toml|\.?mypy\.ini|pyrightconfig\.json|\.bandit|\.isort\.cfg|\.style\.yapf|\.?golangci\.(?:ya?ml|toml|json)|\.?clippy\.toml|\.?rustfmt\.toml|checkstyle.*\.xml|pmd.*\.xml|spotbugs.*\.xml|\.editorconfig|\.xo-config(?:\.\w+)?|\.remarkrc(?:\.\w+)?|sonar-project\.properties)$/i;

const MANIFEST =
  /^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|pipfile|(?:dev-?|test-?)?requirements[\w.-]*\.(?:txt|in)|constraints[\w.-]*\.txt|environment\.ya?ml|cargo\.toml|go\.(?:mod|work)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|pnpm-workspace\.yaml|lerna\.json|deno\.jsonc?)$/i;

const SCRIPT =
  /^(?:(?:gnu)?makefile|justfile|taskfile\.ya?ml|noxfile\.py|gulpfile\.[cm]?[jt]s|gruntfile\.[cm]?[jt]s|rakefile|run[-_]?tests?(?:\.\w+)?|tests?\.(?:sh|bat|cmd|ps1)|(?:lint|check|ci|build|coverage)\.(?:sh|bat|cmd|ps1)|gradlew(?:\.bat)?|mvnw(?:\.cmd)?)$/i;
const SCRIPT_FOLDERS = new Set(['scripts', 'script', '.ci', 'ci']);
const HARNESS_VERB = /(?:^|[-_.])(?:tests?|lint|check|ci|build|coverage|verify|validate|spec)(?:[-_.]|$)/i;

const CODE = /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kt|scala|groovy|rb|php|cs|c|cc|cpp|h|hpp|swift)$/i;
const FIXTURE_FOLDERS = new Set([
  'fixtures',
  'fixture',
  '__fixtures__',
  '__mocks__',
  'mocks',
  'testdata',
  'test-data',
  'test_data',
  'support',
  'helpers',
  'resources',
  'data',
  'stubs',
]);

const TEST_FOLDER = /^(?:__)?(?:tests?|specs?|e2e|cypress)(?:__)?$/;
const TEST_SUFFIX = /[._-](?:test|spec|e2e|cy)\.[cm]?[jt]sx?$/;

/** In these languages a test is known by its name; other files beside it serve it. */
const NAMED_TEST: Readonly<Record<string, RegExp>> = {
  py: /^(?:test_.*|.*_test|tests?)\.py$/,
  go: /_test\.go$/,
  java: /(?:Tests?|IT|TestCase|Spec)\.java$|^Test[A-Z].*\.java$/,
  kt: /(?:Tests?|Spec)\.kt$/,
};

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

const testPart = (folders: readonly string[], name: string): HarnessPart => {
  if (!CODE.test(name)) return 'fixture';
  const named = NAMED_TEST[extensionOf(name)];
  if (named !== undefined) return named.test(name) ? 'test' : 'fixture';
  const inTests = folders.slice(folders.findIndex((folder) => TEST_FOLDER.test(folder)) + 1);
  const serves = inTests.some((folder) => FIXTURE_FOLDERS.has(folder));
  return serves && !TEST_SUFFIX.test(name) ? 'fixture' : 'test';
};

/** Whether a file belongs to the harness that judges the code, by its path alone: content is a candidate's to choose. */
export const classifyHarnessPath = (path: string): HarnessPart | null => {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').slice(-LONGEST_NAME);
  const folders = parts.map((part) => part.toLowerCase());
  const role = classifyPath(path);
  if (role === 'lockfile') return 'lockfile';
  if (SNAPSHOT.test(name) || folders.some((folder) => SNAPSHOT_FOLDERS.has(folder))) return 'snapshot';
  if (CI_FOLDER.test(path) || CI_NAME.test(name)) return 'ci';
  if (RUNNER_CONFIG.test(name)) return 'runner-config';
  if (LINT_CONFIG.test(name)) return 'lint-config';
  if (role === 'test') return testPart(folders, name);
  if (role === 'generated') return null;
  if (MANIFEST.test(name) || (folders.at(-1) === 'requirements' && /\.(?:txt|in)$/.test(name)))
    return 'manifest';
  if (SCRIPT.test(name)) return 'script';
  return folders.some((folder) => SCRIPT_FOLDERS.has(folder)) && HARNESS_VERB.test(name) ? 'script' : null;
};
