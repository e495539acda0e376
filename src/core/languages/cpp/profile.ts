import { type Segment, word } from '../../commands/command-line.ts';
import { shellQuote } from '../../domain/check/shell-quote.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal, ProposedCommand } from '../parts/profile.ts';
import { BUILD_FOLDER } from './paths.ts';
import { type CppProject, isBuildFile, isCppManifest, readCppProject } from './project.ts';

const MOST_SAMPLES = 60;

/** Without optimisation, which is fast, and without NDEBUG, so that `assert` in tests can fail. */
const SETTINGS = ['CMAKE_BUILD_TYPE=Debug', 'CMAKE_EXPORT_COMPILE_COMMANDS=ON', 'BUILD_TESTING=ON'];
/** The installation's downloads are not fetched again: checks have no network. */
const FETCHED = 'FETCHCONTENT_FULLY_DISCONNECTED=ON';

const configure = (settings: readonly string[]): string =>
  [`cmake -S . -B ${BUILD_FOLDER}`, ...settings].join(' -D');

const BUILD = `cmake --build ${BUILD_FOLDER}`;

const PARALLEL = 'CMAKE_BUILD_PARALLEL_LEVEL="$(nproc 2>/dev/null || echo 2)"';

/** A build folder contains its own path: in a workspace elsewhere, only its downloads are usable. */
const PRELUDE = [
  `export ${PARALLEL}`,
  `export HYDRA_COPIED_BUILD="$(pwd | sed s/^/CMAKE_HOME_DIRECTORY:INTERNAL=/ | grep -qsxFf - ${BUILD_FOLDER}/CMakeCache.txt || find ${BUILD_FOLDER} -mindepth 1 ! -path '${BUILD_FOLDER}/_deps' ! -path '${BUILD_FOLDER}/_deps/*-src' ! -path '${BUILD_FOLDER}/_deps/*-src/*' -delete 2>/dev/null)"`,
  '',
].join('; ');

const PLAIN_PATH = /^[\w./-]+$/;

const enter = (folder: string): string => {
  const path = folder === '' ? BUILD_FOLDER : `${BUILD_FOLDER}/${folder}`;
  return `cd ${PLAIN_PATH.test(path) ? path : shellQuote(path)}`;
};

/** Built test programs that the project does not register with ctest: they are registered here. */
const UNREGISTERED = `${BUILD_FOLDER}/unregistered`;
const LIST_THEM = String.raw`mkdir -p ${UNREGISTERED} && find "$PWD/${BUILD_FOLDER}" -type f -perm -u+x "(" -iname "*test*" -o -ipath "*/${BUILD_FOLDER}/*test*/*" ")" ! -name "*.so*" ! -path "*/CMakeFiles/*" ! -path "*/_deps/*" | sort | sed -E 's|^(.*)/([^/]*)$|add_test([=[\2]=] [=[\1/\2]=])\nset_tests_properties([=[\2]=] PROPERTIES WORKING_DIRECTORY [=[\1]=])|' > ${UNREGISTERED}/CTestTestfile.cmake`;

const words = (text: string): Segment => text.split(' ').map(word);

const unregisteredTests = (build: string): ProposedCommand => ({
  segments: [words(build), words(LIST_THEM), words(`cd ${UNREGISTERED}`), words('ctest')],
  command: `${build} && ${LIST_THEM} && cd ${UNREGISTERED} && ctest`,
  text: 'ctest',
});

/** Built again before the tests: a workspace may have been moved, and hidden tests may have been added. */
const testCommand = (build: string, { tests, unregistered }: CppProject): ProposedCommand | null => {
  if (tests !== null) return `${build} && ${enter(tests)} && ctest`;
  return unregistered ? unregisteredTests(build) : null;
};

/** The project's own compiled files, without downloads. */
const LINT = `run-clang-tidy -p ${BUILD_FOLDER} -quiet "^(?!.*/(${BUILD_FOLDER}|_deps|third_party|vendor|external)/)"`;

const propose = (facts: RepoFacts): Proposal => {
  const project = readCppProject(facts);
  const { options, off, tests, unregistered, lints } = project;
  const settings = [...SETTINGS, ...options.map((name) => `${name}=ON`), ...off.map((name) => `${name}=OFF`)];
  const build = `${configure([...settings, FETCHED])} && ${BUILD}`;
  return {
    packageManager: 'cmake',
    // The build reports whether it compiles.
    install: { command: `${configure(settings)} && { ${PARALLEL} ${BUILD} || true; }`, scope: 'tree' },
    manifests: facts.files.filter(isCppManifest),
    build,
    test: testCommand(build, project),
    lint: lints ? LINT : null,
    prelude: PRELUDE,
    env: { CI: 'true', CTEST_OUTPUT_ON_FAILURE: '1' },
    notes: [
      ...(tests !== null
        ? []
        : [
            {
              about: 'test' as const,
              text: unregistered
                ? 'no CMakeLists.txt registers tests: programs called tests, or built in a folder of tests, are run'
                : 'no CMakeLists.txt registers tests: tests are not configured',
            },
          ]),
      ...(lints ? [] : [{ about: 'lint' as const, text: 'no .clang-tidy: lint is not configured' }]),
    ],
  };
};

export const cppCmake: Profile = {
  id: 'cpp-cmake',
  recognisedBy: '`CMakeLists.txt`',
  example: {
    files: ['CMakeLists.txt', '.clang-tidy'],
    texts: { 'CMakeLists.txt': 'enable_testing()\nadd_test(NAME a COMMAND a)\n' },
  },
  // No official image contains CMake.
  images: [],
  reads: ['CMakeLists.txt'],
  /** Any of them may register tests. */
  samples: (paths) =>
    paths.includes('CMakeLists.txt')
      ? paths
          .filter(isBuildFile)
          .sort((a, b) => a.split('/').length - b.split('/').length)
          .slice(0, MOST_SAMPLES)
      : [],
  detects: ({ files }) => files.includes('CMakeLists.txt'),
  propose,
  environment: {
    toolchain: ['CC', 'CXX', 'CMAKE_PREFIX_PATH', 'CMAKE_GENERATOR'],
    mirrors: ['VCPKG_ROOT'],
  },
  compilesOnInstall: true,
  testsCompile: true,
  refusesTracing: true,
};
