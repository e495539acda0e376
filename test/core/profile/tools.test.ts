import { expect, test } from 'vitest';
import { findLintParser } from '../../../src/core/parse/lint/registry.ts';
import { findTestParser } from '../../../src/core/parse/tests/registry.ts';
import { JS_TEST_RUNNERS } from '../../../src/core/profile/js-test-runners.ts';
import { LINTERS } from '../../../src/core/profile/linters.ts';
import { OTHER_TEST_RUNNERS } from '../../../src/core/profile/other-test-runners.ts';

test.each([...JS_TEST_RUNNERS, ...OTHER_TEST_RUNNERS])('there is a parser for $id', ({ parser }) => {
  expect(findTestParser(parser)).toBeDefined();
});

test.each(LINTERS)('there is a parser for $id', ({ parser }) => {
  expect(findLintParser(parser)).toBeDefined();
});
