import { expect, test } from 'vitest';
import type { Captured } from '../../../../src/core/domain/evidence/evidence.ts';
import type { TestReport } from '../../../../src/core/domain/check/test-report.ts';
import { measured } from '../../../../src/core/domain/measured.ts';
import { packageLines } from '../../../../src/core/report/run/package-lines.ts';

type Outcomes = NonNullable<TestReport['outcomes']>;

const seen = (outcomes: Outcomes) => ({
  tests: measured({ format: 'x', trust: 'structured', passed: 0, failed: 0, skipped: 0, outcomes }),
});
const linesOf = (parser: string, base: Outcomes, candidates: Readonly<Record<string, Outcomes>>) =>
  packageLines({
    baseline: { ...seen(base), runs: [{ check: { kind: 'test', parser } }] },
    evidence: Object.entries(candidates).map(([name, outcomes]) => ({
      candidate: { name },
      ...seen(outcomes),
    })),
  } as unknown as Captured);

const base: Outcomes = { 'a > x': 'passed', 'a > y': 'failed', 'b > x': 'passed', 'c > x': 'passed' };

test('packages with differences are listed, the rest in one line', () => {
  const lines = linesOf('several:junit@a,junit@b,junit@c', base, {
    one: { ...base, 'a > y': 'passed' },
    two: { 'a > x': 'failed', 'a > y': 'passed', 'c > x': 'passed' },
  });
  expect(lines).toEqual([
    'a (2 tests): one fixes 1, two breaks 1 and fixes 1',
    'b (1 test): two breaks 1',
    '1 other package (1 test): no difference',
  ]);
});

test('nothing is printed for one package, without a difference, or if ids name none', () => {
  const broken: Outcomes = { ...base, 'a > x': 'failed' };
  expect(linesOf('go-test-json', { 'a > x': 'passed' }, { one: { 'a > x': 'failed' } })).toEqual([]);
  expect(linesOf('go-test-json', base, { one: base })).toEqual([]);
  expect(linesOf('junit', base, { one: broken })).toEqual([]);
  expect(linesOf('go-test-json', base, { one: broken })).toHaveLength(2);
});

test('a runner that names files names the packages in which they are', () => {
  const files = {
    sum: 'packages/core/test/sum.test.js',
    title: 'packages/@acme/web/title.test.js',
    start: 'test/start.test.js',
  };
  const outcomes: Outcomes = { sum: 'passed', title: 'failed', start: 'passed' };
  const { tests } = seen(outcomes);
  const lines = (named: Readonly<Record<string, string>>) =>
    packageLines({
      baseline: {
        tests: { ...tests, value: { ...tests.value, files: named } },
        runs: [{ check: { kind: 'test', parser: 'node-test' } }],
      },
      evidence: [{ candidate: { name: 'one' }, ...seen({ ...outcomes, sum: 'failed', title: 'passed' }) }],
    } as unknown as Captured);
  expect(lines(files)).toEqual([
    'packages/@acme/web (1 test): one fixes 1',
    'packages/core (1 test): one breaks 1',
    '1 other package (1 test): no difference',
  ]);
  expect(lines({ sum: 'test/sum.test.js', title: 'test/title.test.js' })).toEqual([]);
});
