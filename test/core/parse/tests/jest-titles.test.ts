import { expect, test } from 'vitest';
import { findTestParser } from '../../../../src/core/parse/tests/registry.ts';

const assertion = (title: unknown, ancestorTitles: readonly unknown[], fullName: string) => ({
  title,
  ancestorTitles,
  fullName,
  status: 'passed',
});

/** As jest 22 writes `test([2010, 1], …)` and `describe(Parser, …)`. */
test('jest: tests named by a list, a number or a class are read like any other', () => {
  const assertionResults = [
    assertion('adds', ['sums'], 'sums adds'),
    assertion([2010, 1], ['dates'], 'dates 2010,1'),
    assertion(3, [], '3'),
    assertion('parses', [null], 'Parser parses'),
    { ancestorTitles: [], fullName: 'Lexer', status: 'failed' },
  ];
  const text = JSON.stringify({
    numTotalTests: 5,
    success: false,
    testResults: [{ name: '/w/a.test.js', status: 'failed', assertionResults }],
  });
  const report = findTestParser('jest-json')?.parse({
    documents: [{ name: 'tests.json', text }],
    exitCode: 1,
    root: '/w',
  });
  expect(report).toMatchObject({
    known: true,
    value: {
      outcomes: {
        'a.test.js > sums > adds': 'passed',
        'a.test.js > dates > dates 2010,1': 'passed',
        'a.test.js > 3': 'passed',
        'a.test.js > Parser parses': 'passed',
        'a.test.js > Lexer': 'failed',
      },
    },
  });
});
