import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from '../trust/evaluate-field.ts';

const shop = (body: string): string => `#include "shop.h"

int total(const std::vector<int> &prices, int discount) {
  int sum = 0;
  for (int price : prices) sum += price;
  return ${body};
}
`;

const TESTS = (more = ''): string => `#include <gtest/gtest.h>
#include "shop.h"

TEST(Shop, AddsPrices) { EXPECT_EQ(total({1, 2}, 0), 3); }
${more}`;

const DISCOUNT = 'TEST(Shop, TakesTheDiscountOff) { EXPECT_EQ(total({5, 5}, 3), 7); }\n';

const BASE: Files = {
  'CMakeLists.txt': `cmake_minimum_required(VERSION 3.14)
project(shop CXX)
set(CMAKE_CXX_STANDARD 17)
option(SHOP_BUILD_TESTS "Build the tests" OFF)
add_library(shop src/shop.cpp)
target_include_directories(shop PUBLIC include)
if(SHOP_BUILD_TESTS)
  enable_testing()
  add_subdirectory(tests)
endif()
`,
  'include/shop.h':
    '#pragma once\n#include <vector>\nint total(const std::vector<int> &prices, int discount);\n',
  'src/shop.cpp': shop('sum'),
};

const REGISTERED = `find_package(GTest REQUIRED)
include(GoogleTest)
add_executable(shop_test shop_test.cpp)
target_link_libraries(shop_test shop GTest::gtest_main)
gtest_discover_tests(shop_test)
`;
/** The whole program is one test: no framework, whose headers take ten times as long to compile as the rest. */
const AS_ONE = `add_executable(shop_test shop_test.cpp)
target_link_libraries(shop_test shop)
add_test(NAME shop COMMAND shop_test)
`;
const PROGRAM = (more = ''): string => `#include "shop.h"

int main() {
  if (total({1, 2}, 0) != 3) return 1;
  ${more}return 0;
}
`;

const needs = ['sandbox', 'cmake', 'googletest'] as const;
const canRun = needs.every((need) => has[need]);
const why = needs.map(unless).join('');

const fixesWith = (tests: string): Readonly<Record<string, Files>> => ({
  tested: { 'src/shop.cpp': shop('sum - discount'), 'tests/shop_test.cpp': tests },
  worse: { 'src/shop.cpp': shop('discount - sum') },
});
/** What the build makes of these does not depend on how tests are registered. */
const BUILDS = {
  unparsable: { 'src/shop.cpp': shop('sum -') },
  planter: { '.cmake-build/tests/CTestTestfile.cmake': 'add_test(shop true)\n' },
};

describe.each([
  {
    how: 'case by case',
    register: REGISTERED,
    tests: TESTS(),
    proven: 'Shop.TakesTheDiscountOff',
    candidates: { ...fixesWith(TESTS(DISCOUNT)), ...BUILDS },
  },
  {
    how: 'as one program',
    register: AS_ONE,
    tests: PROGRAM(),
    proven: 'shop',
    candidates: fixesWith(PROGRAM('if (total({5, 5}, 3) != 7) return 1;\n  ')),
  },
])('a project with CMake whose tests are registered $how', ({ register, tests, proven, candidates }) => {
  const check = test.skipIf(!canRun);
  let field: EvaluatedField;
  beforeAll(async () => {
    if (!canRun) return;
    field = await evaluateField(
      { ...BASE, 'tests/CMakeLists.txt': register, 'tests/shop_test.cpp': tests },
      candidates,
    );
  });

  check(`the fix is proven and wins, and what is broken cannot be merged${why}`, () => {
    expect(field.captured.baseline.tests).toMatchObject({
      value: { trust: 'structured', passed: 1, failed: 0 },
    });
    expect(field.captured.baseline.build).toMatchObject({ known: true, value: { passed: true } });
    expect(field.evidenceOf('tested').matrix?.proven).toEqual([proven]);
    expect(field.conclusion.winner).toBe('tested');
    expect(field.gatesOf('tested')).toEqual([]);
    expect(field.gatesOf('worse')).toContain('tests');
    expect(field.replays).toBe(true);
  });

  if (!('planter' in candidates)) return;
  check(`what does not compile fails the build${why}`, () => {
    expect(field.gatesOf('unparsable')).toContain('build');
  });

  check(`what pretends to be built already is no candidate to win${why}`, () => {
    expect(field.flagsOf('planter')).toContain('harness-patched');
    expect(field.gatesOf('planter')).toContain('integrity');
  });
});
