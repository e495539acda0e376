import { folderOf } from '../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';

const BUILD_FILE = /(?:^|\/)CMakeLists\.txt$|\.cmake$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|unit_?tests?|specs?)\//i;
const LONGEST = 200_000;
const MOST_OPTIONS = 10;

export const isBuildFile = (path: string): boolean => BUILD_FILE.test(path);

/** Facts that decide which commands run. */
export type CppProject = {
  /** Options that enable building tests, and those without which they have no effect. */
  readonly options: readonly string[];
  /** Options that the second kind switches on, and that make warnings of other compilers into errors. */
  readonly off: readonly string[];
  /** Folder from which tests are registered, '' for the root; null: nothing registers tests. */
  readonly tests: string | null;
  /** Test programs are built that nothing registers. */
  readonly unregistered: boolean;
  /** The project has its own rules for clang-tidy. */
  readonly lints: boolean;
};

/** `option(NAME …)`, `cmake_dependent_option(NAME …)` and `set(NAME … CACHE BOOL …)`. */
const OPTION =
  /\b(?:cmake_dependent_option|option)\s*\(\s*(\w{1,100})|\bset\s*\(\s*(\w{1,100})\s[^()]{0,80}\bCACHE\s+BOOL\b/gi;
/** `FMT_TEST`, `X_BUILD_TESTS`, `JSON_BuildTests`, `ENABLE_UNIT_TESTING`. */
const BUILDS_TESTS = /(?:^|_|Build|Enable|Unit)(?:UNIT_?)?TEST(?:S|ING)?$/i;
/** Tests that need more than a compiler, and options that leave tests out. */
const NOT_PLAIN =
  /(?:^|_)(?:NO|NOT|DISABLE|SKIP|WITHOUT|EXCLUDE|EXTERNAL|SYSTEM|INSTALL|FUZZ\w*|BENCH\w*|PERF\w*|STRESS|NETWORK|ONLINE|VALGRIND|MEMCHECK|SANITIZE\w*|COVERAGE|CUDA|MPI|PYTHON|JAVA|SLOW|FAIL\w*)(?:_|$)/i;

/** `cmake_dependent_option(X_BUILD_TESTING "the tests" ON "X_DEVELOPMENT;X_TESTS" OFF)`: its text and what it depends on. */
const DEPENDENT =
  /\bcmake_dependent_option\s*\(\s*(\w{1,100})\s+"([^"]{0,200})"\s+\w+\s+"([\w;\s]{1,200})"/gi;
const PLAIN_OPTION = /\boption\s*\(\s*(\w{1,100})/gi;
/** They build the library again for every test. */
const LONG = /\bexpensive\b/i;
const STRICT = /(?:^|_)(?:WERROR|WARNINGS_AS_ERRORS)$/i;

const REGISTERS = /\benable_testing\s*\(|\binclude\s*\(\s*CTest\s*\)/i;
const ADDS = /\b(?:add_test|\w+_discover_tests|gtest_add_tests)\s*\(/i;

/** Code of other projects. */
const OTHERS =
  /(?:^|\/)(?:third_?party|3rd_?party|vendor|external|extern|deps|googletest|gtest|catch2)[^/]*\//i;
const PROGRAM = /\badd_executable\s*\(/i;
const TEST_PROGRAM = /\badd_executable\s*\(\s*"?[^\s()"]{0,80}test/i;

const withoutComments = (text: string): string => text.slice(0, LONGEST).replaceAll(/#[^\n]*/g, '');

/** Options of the root, which every other file belongs to. CMake ignores a dependent one while its condition is off. */
const optionsIn = (text: string): Pick<CppProject, 'options' | 'off'> => {
  const dependent = [...text.matchAll(DEPENDENT)].map(([, name = '', about = '', on = '']) => ({
    name,
    about,
    // `NOT X` among them is no name.
    on: on.split(';').map((one) => one.trim()),
  }));
  const long = new Set(dependent.filter(({ about }) => LONG.test(about)).map(({ name }) => name));
  const tests = [...text.matchAll(OPTION)]
    .map(([, option, cached]) => option ?? cached ?? '')
    .filter((name) => BUILDS_TESTS.test(name) && !NOT_PLAIN.test(name) && name !== 'BUILD_TESTING')
    .filter((name) => !long.has(name))
    .slice(0, MOST_OPTIONS);
  const own = new Set([...text.matchAll(PLAIN_OPTION)].map(([, name = '']) => name));
  const needed = dependent
    .filter(({ name }) => tests.includes(name))
    .flatMap(({ on }) => on)
    .filter((name) => own.has(name));
  const strict = dependent.filter(
    ({ name, on }) => STRICT.test(name) && on.some((one) => needed.includes(one)),
  );
  return { options: [...new Set([...needed, ...tests])], off: strict.map(({ name }) => name) };
};

/** ctest starts from the folder that enables testing; below it, every folder takes part. */
const testsFrom = (texts: readonly (readonly [path: string, text: string])[]): string | null => {
  const own = texts.filter(([path]) => !OTHERS.test(path));
  if (!own.some(([, text]) => ADDS.test(text))) return null;
  const registering = own.filter(([, text]) => REGISTERS.test(text)).map(([path]) => path);
  // A module is usually included from the root.
  if (registering.length === 0 || registering.some((path) => path.endsWith('.cmake'))) return '';
  const [first = ''] = registering
    .map(folderOf)
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  return first;
};

export const readCppProject = ({ files, texts }: RepoFacts): CppProject => {
  const read = Object.entries(texts)
    .filter(([path]) => isBuildFile(path))
    .map(([path, text]) => [path, withoutComments(text)] as const);
  const root = Object.hasOwn(texts, 'CMakeLists.txt') ? withoutComments(texts['CMakeLists.txt'] ?? '') : '';
  return {
    ...optionsIn(root),
    tests: testsFrom(read),
    unregistered: read.some(
      ([path, text]) => !OTHERS.test(path) && (TEST_FOLDER.test(path) ? PROGRAM : TEST_PROGRAM).test(text),
    ),
    lints: files.includes('.clang-tidy'),
  };
};

/** Files that decide what is fetched and built; a candidate may change those of tests. */
export const isCppManifest = (path: string): boolean =>
  (isBuildFile(path) && !TEST_FOLDER.test(path)) ||
  /^(?:CMakePresets\.json|vcpkg(?:-configuration)?\.json|conanfile\.(?:txt|py)|\.gitmodules)$/.test(path);
