import type { PathRole } from '../../domain/candidate/diff-facts.ts';
import { LANGUAGES } from '../../languages/languages.ts';
import { anyOf } from '../../text/any-of.ts';

const RULES = LANGUAGES.map(({ paths }) => paths);

const LOCKFILES = new Set([...RULES.flatMap(({ lockfiles }) => lockfiles), 'composer.lock']);

const GENERATED_FOLDERS = new Set([
  ...RULES.flatMap(({ generatedFolders }) => generatedFolders),
  ...'dist build out vendor third_party generated __generated__'.split(' '),
]);
/** Below a source folder these are ordinary names. */
const BUILD_FOLDERS = new Set(['dist', 'build', 'out', 'target']);
const SOURCE_FOLDERS = new Set(['src', 'lib', 'app', 'pkg', 'internal', 'cmd', 'source']);

const isGeneratedFolder = (folder: string, at: number, folders: readonly string[]): boolean =>
  GENERATED_FOLDERS.has(folder) &&
  !(BUILD_FOLDERS.has(folder) && folders.slice(0, at).some((above) => SOURCE_FOLDERS.has(above)));

const GENERATED_NAME = anyOf([
  ...RULES.flatMap(({ generated }) => generated),
  /\.pb\.(?:cc|h)$/,
  /[._]generated\.[a-z]+$/,
  /\.g\.(?:ts|dart)$/,
  /\.snap\.new$/,
]);

const TEST_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  '__mocks__',
  '__snapshots__',
  '__fixtures__',
  '__testfixtures__',
  'testdata',
  'test-data',
  'test_data',
  'fixtures',
  'spec',
  'specs',
  'e2e',
  'cypress',
]);
const TEST_NAME = anyOf(RULES.flatMap(({ tests }) => tests));
const TEST_AT_TOP = anyOf(RULES.flatMap(({ testsAtTop = [] }) => testsAtTop));
const SOURCE_ROOTS = RULES.flatMap(({ sourceRoots = [] }) => sourceRoots);

const isInTestFolder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => TEST_FOLDERS.has(folder)) && !SOURCE_ROOTS.some((root) => root.test(path));

const PACKAGE_FOLDERS = new Set(['packages', 'modules', 'libs']);

/** Of the repository, or of a package in it. */
const isTop = (folders: readonly string[]): boolean =>
  folders.length === 0 || (folders.length === 2 && PACKAGE_FOLDERS.has(folders[0] ?? ''));

const DOC_NAME =
  /(?:\.(?:md|mdx|rst|adoc|txt|markdown)|^(?:readme|changelog|changes|license|licence|copying|notice|authors|contributing|codeowners|security)(?:\.[a-z]+)?)$/i;
const PLAIN_TEXT_CONFIG = anyOf(
  RULES.flatMap(({ plainTextConfiguration = [] }) => plainTextConfiguration),
  'i',
);
const DOC_FOLDERS = new Set(['doc', 'docs', 'documentation']);

const CONFIG_NAME = anyOf(
  [
    ...RULES.flatMap(({ configuration }) => configuration),
    /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|xml|editorconfig|env)$/,
    /^(?:makefile|dockerfile|justfile|procfile|jenkinsfile|\..+)$/,
  ],
  'i',
);

/** No supported file system allows a longer path; the patterns above are not linear. */
export const LONGEST_NAME = 255;

/** The purpose of a file by the conventions of the languages; the first rule that fits. */
export const classifyPath = (path: string): PathRole => {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').slice(-LONGEST_NAME);
  const folders = parts.map((part) => part.toLowerCase());
  const within = (known: ReadonlySet<string>) => folders.some((folder) => known.has(folder));
  if (LOCKFILES.has(name.toLowerCase())) return 'lockfile';
  if (folders.some(isGeneratedFolder) || GENERATED_NAME.test(name)) return 'generated';
  if (isInTestFolder(path, folders) || TEST_NAME.test(name) || (isTop(folders) && TEST_AT_TOP.test(name)))
    return 'test';
  if (PLAIN_TEXT_CONFIG.test(name)) return 'config';
  if (DOC_NAME.test(name)) return 'docs';
  if (CONFIG_NAME.test(name)) return 'config';
  return within(DOC_FOLDERS) ? 'docs' : 'source';
};
