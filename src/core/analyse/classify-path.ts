import type { PathRole } from '../domain/candidate/diff-facts.ts';

const LOCKFILES = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'poetry.lock',
  'pipfile.lock',
  'pdm.lock',
  'uv.lock',
  'pylock.toml',
  'cargo.lock',
  'go.sum',
  'go.work.sum',
  'gradle.lockfile',
  'buildscript-gradle.lockfile',
  'gemfile.lock',
  'composer.lock',
]);

const GENERATED_FOLDERS = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'target',
  'vendor',
  'third_party',
  'generated',
  '__generated__',
  '__pycache__',
  '.next',
]);
const GENERATED_NAME =
  /(?:\.min\.(?:js|css|mjs)|\.map|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:cc|h)|[._]generated\.[a-z]+|\.g\.(?:ts|dart)|_gen\.go|zz_generated.*\.go|_string\.go|\.snap\.new|\.bundle\.js)$/;

const TEST_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  '__mocks__',
  '__snapshots__',
  '__fixtures__',
  'testdata',
  'fixtures',
  'spec',
  'specs',
  'e2e',
  'cypress',
]);
const TEST_NAME =
  /(?:[._-](?:test|spec|e2e|cy)\.[cm]?[jt]sx?|\.snap|^test_.*\.py|_test\.(?:py|go|rs)|^tests?\.(?:py|rs)|^conftest\.py|(?:^|[a-z0-9_])(?:Tests?|IT|TestCase|Spec)\.(?:java|kt|scala|groovy)|^Test[A-Z].*\.java)$/;

const DOC_NAME =
  /(?:\.(?:md|mdx|rst|adoc|txt|markdown)|^(?:readme|changelog|changes|license|licence|copying|notice|authors|contributing|codeowners|security)(?:\.[a-z]+)?)$/i;
const REQUIREMENTS = /^(?:requirements|constraints).*\.txt$|^cmakelists\.txt$/i;
const DOC_FOLDERS = new Set(['doc', 'docs', 'documentation']);

const CONFIG_NAME =
  /(?:\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|xml|gradle|gradle\.kts|mod|work|editorconfig|env)|^(?:makefile|dockerfile|justfile|procfile|jenkinsfile|\..+|setup\.py|noxfile\.py|build\.rs|[a-z.-]+[.-]config\.[cm]?[jt]s|[a-z]+file\.[cm]?js))$/i;

/** No file system here takes a longer one; the patterns above are not linear. */
export const LONGEST_NAME = 255;

/** What a file is for, by the conventions of JavaScript, Python, Go, Rust and Java; the first rule that fits. */
export const classifyPath = (path: string): PathRole => {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').slice(-LONGEST_NAME);
  const folders = parts.map((part) => part.toLowerCase());
  const within = (known: ReadonlySet<string>) => folders.some((folder) => known.has(folder));
  if (LOCKFILES.has(name.toLowerCase())) return 'lockfile';
  if (within(GENERATED_FOLDERS) || GENERATED_NAME.test(name)) return 'generated';
  if (within(TEST_FOLDERS) || TEST_NAME.test(name)) return 'test';
  if (REQUIREMENTS.test(name)) return 'config';
  if (DOC_NAME.test(name)) return 'docs';
  if (CONFIG_NAME.test(name)) return 'config';
  return within(DOC_FOLDERS) ? 'docs' : 'source';
};
