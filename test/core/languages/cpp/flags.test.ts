import { expect, test } from 'vitest';
import { flagsOf, idsOf, type Files } from '../../analyse/flags/change-of.ts';

const GTEST = `#include <gtest/gtest.h>
#include "sum.h"

TEST(Sum, Adds) {
  EXPECT_EQ(add(1, 2), 3);
  EXPECT_EQ(add(2, 2), 4);
}

TEST(Sum, Subtracts) {
  EXPECT_EQ(subtract(3, 2), 1);
}
`;

const CATCH = `#include <catch2/catch_test_macros.hpp>

TEST_CASE("adds", "[sum]") {
  REQUIRE(add(1, 2) == 3);
  CHECK(add(2, 2) == 4);
}

TEST_CASE("subtracts") {
  CHECK(subtract(3, 2) == 1);
}
`;

const UNITY = `static void adds_should_work(void) {
  TEST_ASSERT_EQUAL_INT(3, add(1, 2));
}

int main(void) {
  RUN_TEST(adds_should_work);
}
`;

const editIn =
  (path: string, base: string) =>
  (from: string, to: string): Files => {
    if (!base.includes(from)) throw new Error(`the base has no ${from}`);
    return { [path]: { before: base, after: base.replace(from, to) } };
  };
const gtest = editIn('tests/sum_test.cpp', GTEST);
const catch2 = editIn('tests/sum.cpp', CATCH);
const unity = editIn('tests/sum.c', UNITY);

test.each([
  ['GoogleTest: a disabled name', gtest('TEST(Sum, Adds)', 'TEST(Sum, DISABLED_Adds)')],
  ['GoogleTest: a skip', gtest('TEST(Sum, Adds) {', 'TEST(Sum, Adds) {\n  GTEST_SKIP();')],
  ['GoogleTest: an early return', gtest('TEST(Sum, Adds) {', 'TEST(Sum, Adds) {\n  return;')],
  ['Catch2: a hidden tag', catch2('"[sum]"', '"[.][sum]"')],
  ['Catch2: a skip', catch2('{\n  CHECK(subtract', '{\n  SKIP();\n  CHECK(subtract')],
  ['Unity: ignored', unity('{\n  TEST_ASSERT', '{\n  TEST_IGNORE();\n  TEST_ASSERT')],
])('%s skips a test', async (_, files) => {
  expect(await idsOf(files)).toContain('test-skipped');
});

test.each([
  ['GoogleTest: a constant', gtest('EXPECT_EQ(subtract(3, 2), 1)', 'EXPECT_TRUE(true)')],
  ['GoogleTest: the same twice', gtest('EXPECT_EQ(subtract(3, 2), 1)', 'EXPECT_EQ(1, 1)')],
  ['GoogleTest: no check', gtest('EXPECT_EQ(subtract(3, 2), 1)', 'subtract(3, 2)')],
  ['Catch2: a constant', catch2('CHECK(subtract(3, 2) == 1)', 'CHECK(true)')],
  ['Unity: a constant', unity('TEST_ASSERT_EQUAL_INT(3, add(1, 2))', 'TEST_ASSERT_TRUE(1)')],
])('%s hollows a test out', async (_, files) => {
  expect(await idsOf(files)).toContain('test-hollowed');
});

test.each([
  ['GoogleTest: fewer checks', gtest('  EXPECT_EQ(add(2, 2), 4);\n', '')],
  ['Catch2: fewer checks', catch2('  CHECK(add(2, 2) == 4);\n', '')],
])('%s weaken a test', async (_, files) => {
  expect(await idsOf(files)).toContain('test-weakened');
});

test('a deleted test is missed', async () => {
  const gone = CATCH.replace(/TEST_CASE\("subtracts"\)[^]*/, '');
  expect(await idsOf({ 'tests/sum.cpp': { before: CATCH, after: gone } })).toContain('test-deleted');
});

test('another check and a new test are ordinary', async () => {
  const more = GTEST.replace(
    'TEST(Sum, Adds) {',
    'TEST(Sum, AddsNothing) {\n  EXPECT_EQ(add(1, 0), 1);\n}\n\n$&',
  );
  const seen = await flagsOf({ 'tests/sum_test.cpp': { before: GTEST, after: more } });
  expect(seen.map(({ id }) => id)).toEqual([]);
});

test('suppressions are detected in comments and in pragmas', async () => {
  const before = 'int add(int a, int b) {\n  return a + b;\n}\n';
  const comment = before.replace('b;', 'b;  // NOLINT(bugprone-foo)');
  expect(await idsOf({ 'src/sum.c': { before, after: comment } })).toContain('suppression-added');
  const pragma = `#pragma GCC diagnostic ignored "-Wconversion"\n${before}`;
  expect(await idsOf({ 'src/sum.c': { before, after: pragma } })).toContain('suppression-added');
});

test('a file in the build folder would be mistaken for build output', async () => {
  expect(await idsOf({ '.cmake-build/tests/CTestTestfile.cmake': 'add_test(a true)\n' })).toContain(
    'harness-patched',
  );
  expect(await idsOf({ 'build/notes.cmake': 'set(a 1)\n' })).not.toContain('harness-patched');
});
