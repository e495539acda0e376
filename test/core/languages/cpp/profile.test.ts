import { expect, test } from 'vitest';
import { classifyHarnessPath } from '../../../../src/core/analyse/harness/harness-paths.ts';
import { classifyPath } from '../../../../src/core/analyse/paths/classify-path.ts';
import { PRELUDE } from '../../../../src/core/parse/interpret-checks.ts';
import { readableCommand } from '../../../../src/core/profile/readable-command.ts';
import { neededPrograms } from '../../../../src/core/profile/used-programs.ts';
import { checkOf, type Files, planOf } from '../../profile/plan-fixture.ts';

const REGISTERED = 'enable_testing()\nadd_test(NAME a COMMAND a)\n';
const REPORT =
  'ctest --output-junit "$HYDRA_REPORT_DIR/tests.xml" --output-log "$HYDRA_REPORT_DIR/tests.log"';

const commandOf = (files: Files, kind: 'build' | 'test' | 'lint'): string | undefined =>
  checkOf(planOf(files), kind)?.command.replace(PRELUDE, '');

test('a CMakeLists.txt at the root is configured, built and tested, and built again before the tests', () => {
  const files = { 'CMakeLists.txt': REGISTERED, 'a.c': '' };
  const plan = planOf(files);
  expect(plan).toMatchObject({ profile: 'cpp-cmake', testRunner: 'ctest', install: { scope: 'tree' } });
  expect(commandOf(files, 'build')).toMatch(
    /^cmake -S \. -B \.cmake-build -DCMAKE_BUILD_TYPE=Debug .*-DBUILD_TESTING=ON -DFETCHCONTENT_FULLY_DISCONNECTED=ON && cmake --build \.cmake-build$/,
  );
  expect(commandOf(files, 'test')).toBe(`${commandOf(files, 'build')} && cd .cmake-build && ${REPORT}`);
  expect(checkOf(plan, 'test')).toMatchObject({ parser: 'ctest', report: { from: 'report-file' } });
  expect(plan.install?.command).toMatch(/^cmake -S .*\|\| true; \}$/);
  expect(neededPrograms(plan).map(({ program }) => program)).toEqual(['cmake', 'ctest']);
});

test('options that have tests built are switched on, others are not', () => {
  const text = `${REGISTERED}
option(ENABLE_CJSON_TEST "Enable building cJSON test" OFF)
option(FMT_TEST "Generate the test target." OFF)
option(JSON_BuildTests "Build the unit tests" OFF)
cmake_dependent_option(YAML_CPP_BUILD_TESTS "Enable tests" OFF "BUILD_TESTING" OFF)
set(LIB_ENABLE_UNIT_TESTING OFF CACHE BOOL "unit tests")
# option(OLD_BUILD_TESTS "gone" OFF)
option(LIB_BUILD_SHARED "shared" ON)
option(LIB_DISABLE_TESTS "no tests" OFF)
option(LIB_FUZZ_TEST "fuzzing" OFF)
option(LIB_BUILD_BENCHMARK_TESTS "benchmarks" OFF)
option(LIB_INSTALL_TESTS "install" OFF)
option(LATEST "the latest" OFF)
`;
  const build = commandOf({ 'CMakeLists.txt': text }, 'build') ?? '';
  const on = [...build.matchAll(/-D(\w+)=ON/g)].map(([, name]) => name);
  expect(on.slice(on.indexOf('BUILD_TESTING') + 1, -1)).toEqual([
    'ENABLE_CJSON_TEST',
    'FMT_TEST',
    'JSON_BuildTests',
    'YAML_CPP_BUILD_TESTS',
    'LIB_ENABLE_UNIT_TESTING',
  ]);
});

test('an option without which tests have no effect is switched on too, but not what it costs', () => {
  const text = `${REGISTERED}
option(CATCH_DEVELOPMENT_BUILD "Build tests, enable warnings" OFF)
option(LIB_SMALL "small" OFF)
cmake_dependent_option(CATCH_BUILD_TESTING "Build the SelfTest project" ON "CATCH_DEVELOPMENT_BUILD" OFF)
cmake_dependent_option(CATCH_ENABLE_CONFIGURE_TESTS "WARNING: VERY EXPENSIVE" OFF "CATCH_DEVELOPMENT_BUILD" OFF)
cmake_dependent_option(CATCH_ENABLE_WERROR "Enables Werror" ON "CATCH_DEVELOPMENT_BUILD" OFF)
cmake_dependent_option(OTHER_WERROR "Enables Werror" ON "OTHER" OFF)
cmake_dependent_option(LIB_TESTS "tests" ON "PROJECT_IS_TOP_LEVEL;NOT LIB_SMALL" OFF)
`;
  const build = commandOf({ 'CMakeLists.txt': text }, 'build') ?? '';
  expect(build).toContain(
    '-DBUILD_TESTING=ON -DCATCH_DEVELOPMENT_BUILD=ON -DCATCH_BUILD_TESTING=ON -DLIB_TESTS=ON -DCATCH_ENABLE_WERROR=OFF -DFETCH',
  );
});

test.each<readonly [string, Files, string]>([
  ['in a folder alone', { 'CMakeLists.txt': '', 'tests/CMakeLists.txt': REGISTERED }, '.cmake-build/tests'],
  [
    'at the root, and added in a folder',
    { 'CMakeLists.txt': 'include(CTest)', 'tests/unit/CMakeLists.txt': 'catch_discover_tests(unit)' },
    '.cmake-build',
  ],
  [
    'in a module',
    { 'CMakeLists.txt': 'include(testing)', 'cmake/testing.cmake': 'enable_testing()\nadd_test(a a)' },
    '.cmake-build',
  ],
  [
    'next to other code',
    {
      'CMakeLists.txt': '',
      'test/CMakeLists.txt': 'add_test(a a)',
      'third_party/googletest/CMakeLists.txt': REGISTERED,
    },
    '.cmake-build',
  ],
])('tests are registered %s', (_, files, folder) => {
  expect(commandOf(files, 'test')).toBe(`${commandOf(files, 'build')} && cd ${folder} && ${REPORT}`);
});

test.each<[string, Files]>([
  [
    'called tests',
    { 'CMakeLists.txt': 'add_subdirectory(src)', 'src/CMakeLists.txt': 'ADD_EXECUTABLE(LIB_TESTS a.cpp)' },
  ],
  [
    'in a folder of tests',
    { 'CMakeLists.txt': 'add_subdirectory(test)', 'test/CMakeLists.txt': 'ADD_EXECUTABLE(LIB a.cpp)' },
  ],
])('programs %s that nothing registers are passed to ctest', (_, files) => {
  const plan = planOf(files);
  expect(plan.testRunner).toBe('ctest');
  expect(commandOf(files, 'test')).toMatch(
    /find .* "\(" -iname "\*test\*" -o -ipath .*CTestTestfile\.cmake && cd \.cmake-build\/unregistered && ctest --output-junit/,
  );
  expect(plan.notes).toContain(
    'no CMakeLists.txt registers tests: programs called tests, or built in a folder of tests, are run',
  );
});

test('without tests there is no test command, unless the project has a target for them', () => {
  const bare = { 'CMakeLists.txt': 'add_library(a a.c)', 'a.c': '' };
  expect(checkOf(planOf(bare), 'test')).toBeUndefined();
  expect(planOf(bare).notes).toContain('no CMakeLists.txt registers tests: tests are not configured');
  const made = { ...bare, Makefile: 'check:\n\t./run.sh\n' };
  expect(commandOf(made, 'test')).toBe('make check');
});

test('clang-tidy lints only by the rules of the project', () => {
  const files = { 'CMakeLists.txt': REGISTERED, '.clang-tidy': 'Checks: "-*,bugprone-*"\n' };
  expect(commandOf(files, 'lint')).toMatch(/^run-clang-tidy -p \.cmake-build -quiet /);
  expect(checkOf(planOf(files), 'lint')).toMatchObject({ parser: 'clang-tidy' });
  expect(checkOf(planOf({ 'CMakeLists.txt': REGISTERED }), 'lint')).toBeUndefined();
});

test.each([
  ['Makefile', { Makefile: 'check: all\n\t./a\n', 'a.c': '', 'a.h': '' }, 'make check'],
  ['Meson', { 'meson.build': '', 'a.c': '', 'run_tests.sh': '' }, "sh './run_tests.sh'"],
])('a project with only a %s is not a CMake project', (_, files, command) => {
  const plan = planOf(files);
  expect(plan.profile).toBe('custom');
  expect(checkOf(plan, 'test')?.command).toBe(command);
});

test.each([
  ['ctest --test-dir build -j4 --stop-on-failure', 'ctest --test-dir build -j4 --output-junit'],
  ['make && ctest -R unit --output-junit x.xml', 'make && ctest -R unit --output-junit "'],
])('%s is asked for a report', (command, expected) => {
  expect(readableCommand('test', command)).toMatchObject({
    parser: 'ctest',
    command: expect.stringContaining(expected),
  });
});

test('listing tests runs none', () => {
  expect(readableCommand('test', 'ctest -N').tool).toBeNull();
});

test.each([
  ['tests/parse.c', 'test', 'test'],
  ['src/cart_test.cc', 'test', 'test'],
  ['src/CartTest.cpp', 'test', 'test'],
  ['xmltest.cpp', 'test', 'test'],
  ['test_cart.c', 'test', 'test'],
  ['tests/CMakeLists.txt', 'test', 'fixture'],
  ['tests/helpers.h', 'test', 'fixture'],
  ['src/latest.cpp', 'source', null],
  ['CMakeLists.txt', 'config', 'manifest'],
  ['cmake/flags.cmake', 'config', null],
  ['.clang-tidy', 'config', 'lint-config'],
  ['.cmake-build/Makefile', 'generated', null],
  ['cmake-build-debug/CMakeCache.txt', 'generated', null],
  ['include/cart.hpp', 'source', null],
])('%s is %s and belongs to the harness as %s', (path, role, part) => {
  expect(classifyPath(path)).toBe(role);
  expect(classifyHarnessPath(path)).toBe(part);
});
