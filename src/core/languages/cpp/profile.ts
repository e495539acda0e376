import { type Segment, word } from '../../commands/command-line.ts';
import { shellQuote } from '../../domain/check/shell-quote.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal, ProposedCommand } from '../parts/profile.ts';
import { BUILD_FOLDER } from './paths.ts';
import { isBuildFile, isCppManifest, readCppProject } from './project.ts';

const MOST_SAMPLES = 60;

/** Without optimisation, which is fast, and without NDEBUG, so that `assert` in tests can fail. */
const SETTINGS = [
  'CMAKE_BUILD_TYPE=Debug',
  'CMAKE_EXPORT_COMPILE_COMMANDS=ON',
  // What the installation fetched is not asked for again: checks have no network.
  'FETCHCONTENT_UPDATES_DISCONNECTED=ON',
  'BUILD_TESTING=ON',
];

const configure = (options: readonly string[]): string =>
  [`cmake -S . -B ${BUILD_FOLDER}`, ...SETTINGS, ...options.map((name) => `${name}=ON`)].join(' -D');

const BUILD = `cmake --build ${BUILD_FOLDER}`;

const PARALLEL = 'CMAKE_BUILD_PARALLEL_LEVEL="$(nproc 2>/dev/null || echo 2)"';

/** A build folder knows its own path: one that was copied from elsewhere is of no use. */
const PRELUDE = [
  `export ${PARALLEL}`,
  `export HYDRA_COPIED_BUILD="$(pwd | sed s/^/CMAKE_HOME_DIRECTORY:INTERNAL=/ | grep -qsxFf - ${BUILD_FOLDER}/CMakeCache.txt || rm -rf ${BUILD_FOLDER})"`,
  '',
].join('; ');

const PLAIN_PATH = /^[\w./-]+$/;

/** Built again before the tests: hidden ones are laid over a tree that was built without them. */
const testCommand = (folder: string): string => {
  const path = folder === '' ? BUILD_FOLDER : `${BUILD_FOLDER}/${folder}`;
  return `${BUILD} && cd ${PLAIN_PATH.test(path) ? path : shellQuote(path)} && ctest`;
};

/** Programs called tests that the project leaves to be started by hand: ctest is told of them. */
const UNREGISTERED = `${BUILD_FOLDER}/unregistered`;
const LIST_THEM = String.raw`mkdir -p ${UNREGISTERED} && find "$PWD/${BUILD_FOLDER}" -type f -perm -u+x -iname "*test*" ! -name "*.so*" ! -path "*/CMakeFiles/*" ! -path "*/_deps/*" | sort | sed -E 's|^(.*)/([^/]*)$|add_test([=[\2]=] [=[\1/\2]=])\nset_tests_properties([=[\2]=] PROPERTIES WORKING_DIRECTORY [=[\1]=])|' > ${UNREGISTERED}/CTestTestfile.cmake`;

const words = (text: string): Segment => text.split(' ').map(word);

const unregisteredTests: ProposedCommand = {
  segments: [words(BUILD), words(LIST_THEM), words(`cd ${UNREGISTERED}`), words('ctest')],
  command: `${BUILD} && ${LIST_THEM} && cd ${UNREGISTERED} && ctest`,
  text: 'ctest',
};

/** What the project compiles, and nothing that was fetched. */
const LINT = `run-clang-tidy -p ${BUILD_FOLDER} -quiet "^(?!.*/(${BUILD_FOLDER}|_deps|third_party|vendor|external)/)"`;

const propose = (facts: RepoFacts): Proposal => {
  const { options, tests, unregistered, lints } = readCppProject(facts);
  const prepare = configure(options);
  return {
    packageManager: 'cmake',
    // Whether it compiles is the build's to say.
    install: { command: `${prepare} && { ${PARALLEL} ${BUILD} || true; }`, scope: 'tree' },
    manifests: facts.files.filter(isCppManifest),
    build: `${prepare} && ${BUILD}`,
    test: tests !== null ? testCommand(tests) : unregistered ? unregisteredTests : null,
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
                ? 'no CMakeLists.txt registers tests: programs called tests are run'
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
    texts: { 'CMakeLists.txt': 'enable_testing()\n' },
  },
  images: ['gcc:13'],
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
};
