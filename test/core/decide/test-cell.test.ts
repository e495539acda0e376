import { describe, expect, test } from 'vitest';
import { cellOf } from '../../../src/core/decide/test-cell.ts';
import { aReport } from '../../support/evidence-builders.ts';

const OUTCOMES = { b: 'passed', a: 'passed', c: 'failed', d: 'skipped' } as const;

describe('by file, if the runner names files', () => {
  const report = { ...aReport(OUTCOMES), files: { a: 'x.js', b: 'x.js', c: 'y.js', d: 'x.js' } };

  test('a cell holds the tests of its files, in order', () => {
    expect(cellOf(report, ['x.js'], null)).toEqual({ passed: ['a', 'b'], failed: [], skipped: ['d'] });
    expect(cellOf(report, ['y.js', 'x.js'], null)).toEqual({
      passed: ['a', 'b'],
      failed: ['c'],
      skipped: ['d'],
    });
    expect(cellOf(report, [], null)).toEqual({ passed: [], failed: [], skipped: [] });
  });

  test('the base’s result for a test does not matter then', () => {
    expect(cellOf(report, ['x.js'], aReport(OUTCOMES)).passed).toEqual(['a', 'b']);
  });
});

describe('if the runner names compiled files', () => {
  const outcomes = { a: 'passed', b: 'passed', c: 'failed' } as const;
  const files = { a: 'dist/test/x.test.js', b: 'dist/test/in/x.test.js', c: 'dist/test/y.test.js' };
  const report = { ...aReport(outcomes), files };

  test.each([
    [['test/x.test.ts'], ['a']],
    [['test/in/x.test.ts'], ['b']],
    [
      ['test/y.test.ts', 'dist/test/x.test.js'],
      ['a', 'c'],
    ],
    [['test/z.test.ts'], []],
    [['other/x.test.js'], []],
  ])('%j: %j', (wanted, ids) => {
    const { passed, failed } = cellOf(report, wanted, null);
    expect([...passed, ...failed]).toEqual(ids);
  });
});

describe('without files', () => {
  test('a cell holds tests that the base lacks or reports differently', () => {
    const base = aReport({ a: 'passed', b: 'failed', d: 'skipped' });
    expect(cellOf(aReport(OUTCOMES), ['x.js'], base)).toEqual({ passed: ['b'], failed: ['c'], skipped: [] });
  });

  test('and those requested by id: an edited test passes as it did before', () => {
    const base = aReport({ a: 'passed', b: 'passed' });
    expect(cellOf(aReport({ a: 'passed', b: 'passed' }), ['x.js'], base, new Set(['a'])).passed).toEqual([
      'a',
    ]);
  });

  test('if there is no base, or it names no tests, it holds everything', () => {
    const { outcomes: _, ...counts } = aReport({});
    for (const base of [null, counts, aReport({})])
      expect(cellOf(aReport(OUTCOMES), [], base).passed).toEqual(['a', 'b']);
  });

  test('a test that only some files mention is looked up by name', () => {
    const report = { ...aReport({ ['toString' as string]: 'passed', a: 'passed' }), files: { a: 'x.js' } };
    expect(cellOf(report, ['x.js'], aReport({})).passed).toEqual(['a', 'toString']);
  });
});

test('a report without ids is an empty cell', () => {
  const { outcomes: _, ...counts } = aReport({});
  expect(cellOf(counts, ['x.js'], null)).toEqual({ passed: [], failed: [], skipped: [] });
});
