import { expect, test } from 'vitest';
import { pairWithSuccessors } from '../../../src/core/decide/pair-with-successors.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import type { StatedPair } from '../../../src/core/domain/evidence/matrix.ts';
import { aReport } from '../../support/evidence-builders.ts';

const inFile = (outcomes: Record<string, TestOutcome>, file: string) => ({
  ...aReport(outcomes),
  files: Object.fromEntries(Object.keys(outcomes).map((id) => [id, file])),
});

const stated = (before: string, after: string, by: StatedPair['by'] = 'body'): StatedPair => ({
  before: { file: 't.py', name: before },
  after: { file: 't.py', name: after },
  by,
});

const BASE = inFile(
  { 't.py::test_a': 'passed', 't.py::test_b[1]': 'passed', 't.py::test_b[2]': 'passed' },
  't.py',
);

const paired = (
  ids: readonly string[],
  own: Record<string, TestOutcome>,
  pairs: readonly StatedPair[] = [],
  proven: readonly string[] = [],
) => pairWithSuccessors(ids, { base: BASE, own: inFile(own, 't.py') }, pairs, proven);

test('an edited test is its own successor', () => {
  expect(paired(['t.py::test_a'], { 't.py::test_a': 'passed' }, [], ['t.py::test_a'])).toEqual([
    { id: 't.py::test_a', by: 'id', successors: ['t.py::test_a'], passes: true, proven: ['t.py::test_a'] },
  ]);
  expect(paired(['t.py::test_a'], { 't.py::test_a': 'failed' })).toMatchObject([
    { passes: false, proven: [] },
  ]);
});

test('other parameters of the same test', () => {
  const own = {
    't.py::test_b[1]': 'passed',
    't.py::test_b[3]': 'passed',
    't.py::test_b[4]': 'failed',
  } as const;
  expect(paired(['t.py::test_b[2]'], own)).toMatchObject([
    { by: 'parameters', successors: ['t.py::test_b[3]', 't.py::test_b[4]'], passes: false },
  ]);
});

test.each(['name', 'body', 'position'] as const)(
  'a test whose expectation the change states differently, by %s',
  (by) => {
    const own = { 't.py::test_new': 'passed', 't.py::test_anew': 'passed' } as const;
    expect(paired(['t.py::test_a'], own, [stated('test_a', 'test_new', by)])).toMatchObject([
      { by, successors: ['t.py::test_new'] },
    ]);
  },
);

test('a title with values in it, and the suites around it', () => {
  const base = inFile({ 'a.js > suite > adds 1 and 2': 'passed' }, 't.py');
  const own = inFile(
    { 'a.js > suite > sums 1 with 3': 'passed', 'a.js > suite > takes 1': 'passed' },
    't.py',
  );
  const pairs = [stated('suite › adds %d and %d', 'suite › sums ${x} with ${y}')];
  expect(pairWithSuccessors(['a.js > suite > adds 1 and 2'], { base, own }, pairs, [])).toMatchObject([
    { successors: ['a.js > suite > sums 1 with 3'] },
  ]);
});

test.each([
  ['nothing about it is stated', []],
  ['its successor did not run', [stated('test_a', 'test_gone')]],
  ['another test is meant', [stated('a', 'test_new')]],
])('no pair if %s', (_, pairs) => {
  expect(paired(['t.py::test_a'], { 't.py::test_new': 'passed' }, pairs)).toEqual([]);
});

test('names of objects are names like any other', () => {
  const own = Object.fromEntries([['constructor', 'passed' as const]]);
  expect(paired(['__proto__'], own, [stated('__proto__', 'constructor')])).toMatchObject([
    { successors: ['constructor'] },
  ]);
});
