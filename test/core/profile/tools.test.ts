import { expect, test } from 'vitest';
import { findLintParser } from '../../../src/core/parse/lint/registry.ts';
import { findTestParser } from '../../../src/core/parse/tests/registry.ts';
import { TOOLS } from '../../../src/core/languages/languages.ts';

test.each(TOOLS.test)('there is a parser for $id', ({ parser }) => {
  expect(findTestParser(parser)).toBeDefined();
});

test.each(TOOLS.lint)('there is a parser for $id', ({ parser }) => {
  expect(findLintParser(parser)).toBeDefined();
});
