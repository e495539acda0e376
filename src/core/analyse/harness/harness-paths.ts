import { extensionOf, LANGUAGES } from '../../languages/languages.ts';
import { anyOf } from '../../text/any-of.ts';
import { classifyPath, LONGEST_NAME } from '../paths/classify-path.ts';

/** The role of a path in judging the code; null: it is code, documentation or data. */
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

const SNAPSHOT = /\.(?:snap|ambr|approved\.\w+|shot|golden|[cm]?[jt]sx?\.snapshot)$/;
const SNAPSHOT_FOLDERS = new Set(['__snapshots__', '__image_snapshots__', '__file_snapshots__']);

const CI_FOLDER =
  /^(?:\.github\/(?:workflows|actions)|\.circleci|\.buildkite|\.husky|\.githooks|\.git-hooks|\.teamcity|\.woodpecker)\//;
const CI_NAME =
  /^(?:\.gitlab-ci\.ya?ml|\.travis\.ya?ml|\.?appveyor\.ya?ml|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|jenkinsfile|\.drone\.ya?ml|\.cirrus\.ya?ml|\.pre-commit-config\.ya?ml|\.?lefthook\.ya?ml|\.lintstagedrc(?:\.\w+)?|lint-staged\.config\.[cm]?[jt]s|\.?codecov\.ya?ml)$/i;

const RULES = LANGUAGES.map(({ paths }) => paths);

const RUNNER_CONFIG = anyOf(
  [...RULES.flatMap(({ runnerConfiguration }) => runnerConfiguration), /^\.env(?:\.\w+)?$/, /^hydra\.toml$/],
  'i',
);

const LINT_CONFIG = anyOf(
  [
    ...RULES.flatMap(({ lintConfiguration }) => lintConfiguration),
    /^\.editorconfig$/,
    /^sonar-project\.properties$/,
  ],
  'i',
);

const MANIFEST = anyOf(
  RULES.flatMap(({ manifests }) => manifests),
  'i',
);
const MANIFEST_FOLDERS = new Map(
  RULES.flatMap(({ manifestFolders = {} }) => Object.entries(manifestFolders)),
);

const SCRIPT = anyOf(
  [
    ...RULES.flatMap(({ scripts }) => scripts),
    /^(?:gnu)?makefile$/,
    /^justfile$/,
    /^taskfile\.ya?ml$/,
    /^run[-_]?tests?(?:\.\w+)?$/,
    /^tests?\.(?:sh|bat|cmd|ps1)$/,
    /^(?:lint|check|ci|build|coverage)\.(?:sh|bat|cmd|ps1)$/,
  ],
  'i',
);
const SCRIPT_FOLDERS = new Set(['scripts', 'script', '.ci', 'ci']);
const HARNESS_VERB = /(?:^|[-_.])(?:tests?|lint|check|ci|build|coverage|verify|validate|spec)(?:[-_.]|$)/i;

export const CODE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...LANGUAGES.flatMap(({ grammars }) => Object.keys(grammars)),
  ...'kt scala groovy php cs swift'.split(' '),
]);
const FIXTURE_FOLDERS = new Set([
  'fixtures',
  'fixture',
  '__fixtures__',
  '__testfixtures__',
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

/** The place of a hidden command's files; files that a candidate puts there are not used. */
export const HIDDEN_FOLDER = '.hidden-tests';

const TEST_FOLDER = /^(?:__)?(?:tests?|specs?|e2e|cypress)(?:__)?$/;
const AMONG_FIXTURES = anyOf(RULES.flatMap(({ testsAmongFixtures = [] }) => testsAmongFixtures));

const NAMED_TESTS = new Map(RULES.flatMap(({ namedTests }) => Object.entries(namedTests)));

const testPart = (folders: readonly string[], name: string): HarnessPart => {
  const extension = extensionOf(name);
  if (!CODE_EXTENSIONS.has(extension)) return 'fixture';
  const named = NAMED_TESTS.get(extension);
  if (named !== undefined) return named.test(name) ? 'test' : 'fixture';
  const inTests = folders.slice(folders.findIndex((folder) => TEST_FOLDER.test(folder)) + 1);
  const serves = inTests.some((folder) => FIXTURE_FOLDERS.has(folder));
  return serves && !AMONG_FIXTURES.test(name) ? 'fixture' : 'test';
};

/** Whether a file belongs to the harness that judges the code. By path alone: a candidate chooses the content. */
export const classifyHarnessPath = (path: string): HarnessPart | null => {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').slice(-LONGEST_NAME);
  if (parts[0] === HIDDEN_FOLDER) return 'fixture';
  const folders = parts.map((part) => part.toLowerCase());
  const role = classifyPath(path);
  if (role === 'lockfile') return 'lockfile';
  if (SNAPSHOT.test(name) || folders.some((folder) => SNAPSHOT_FOLDERS.has(folder))) return 'snapshot';
  if (CI_FOLDER.test(path) || CI_NAME.test(name)) return 'ci';
  if (RUNNER_CONFIG.test(name)) return 'runner-config';
  if (LINT_CONFIG.test(name)) return 'lint-config';
  if (role === 'test') return testPart(folders, name);
  if (role === 'generated') return null;
  if (MANIFEST.test(name) || MANIFEST_FOLDERS.get(folders.at(-1) ?? '')?.test(name)) return 'manifest';
  if (SCRIPT.test(name)) return 'script';
  return folders.some((folder) => SCRIPT_FOLDERS.has(folder)) && HARNESS_VERB.test(name) ? 'script' : null;
};
