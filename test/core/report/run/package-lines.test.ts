import { expect, test } from 'vitest';
import type { Captured } from '../../../../src/core/domain/evidence/evidence.ts';
import type { TestReport } from '../../../../src/core/domain/check/test-report.ts';
import { measured } from '../../../../src/core/domain/measured.ts';
import { junit } from '../../../../src/core/parse/tests/junit.ts';
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

test('packages of a workspace are those around the files of tests, wherever they are', () => {
  const files = {
    a: 'core/test/a.test.js',
    b: 'core/addons/deep/b.test.js',
    c: 'tools/c.test.js',
    d: 'test/d.js',
  };
  const before: Outcomes = { a: 'passed', b: 'passed', c: 'passed', d: 'passed' };
  const { tests } = seen(before);
  const lines = packageLines({
    packages: [
      { folder: 'core' },
      { folder: 'core/addons/deep' },
      { folder: 'core/test/fixture' },
      { folder: '' },
    ],
    baseline: {
      tests: { ...tests, value: { ...tests.value, files } },
      runs: [{ check: { kind: 'test', parser: 'node-test' } }],
    },
    evidence: [
      { candidate: { name: 'one' }, ...seen({ a: 'failed', b: 'failed', c: 'failed', d: 'passed' }) },
    ],
  } as unknown as Captured);
  expect(lines).toEqual([
    'core (1 test): one breaks 1',
    'core/addons/deep (1 test): one breaks 1',
    'the root (2 tests): one breaks 1',
  ]);
});

test('programs of compiled tests name the member of a workspace, unless two members have one of that name', () => {
  const before: Outcomes = {
    'my_core (src/lib.rs) > adds': 'passed',
    'quick (tests/quick.rs) > sorts': 'failed',
    'my_core (doc) > src/lib.rs - add': 'passed',
    'all (tests/all.rs) > x': 'passed',
    'app (bin app) > starts': 'passed',
  };
  const after = Object.fromEntries(
    Object.entries(before).map(([id, outcome]) => [
      id,
      outcome === 'passed' ? ('failed' as const) : ('passed' as const),
    ]),
  );
  const lines = packageLines({
    packages: [
      { folder: '', programs: ['app', 'all'] },
      { folder: 'crates/my-core', programs: ['my_core', 'quick', 'all'] },
    ],
    baseline: { ...seen(before), runs: [{ check: { kind: 'test', parser: 'cargo-test' } }] },
    evidence: [{ candidate: { name: 'one' }, ...seen(after) }],
  } as unknown as Captured);
  expect(lines).toEqual([
    'no package (1 test): one breaks 1',
    'crates/my-core (3 tests): one breaks 2 and fixes 1',
    'the root (1 test): one breaks 1',
  ]);
});

test('modules of a reactor are those that left the reports', () => {
  const suite = (name: string) =>
    `<testsuite name="${name}"><testcase classname="${name}" name="works"/></testsuite>`;
  const documents = [
    { name: 'core/target/surefire-reports/TEST-a.CoreTest.xml', text: suite('a.CoreTest') },
    { name: 'extra/io/build/test-results/test/TEST-a.IoTest.xml', text: suite('a.IoTest') },
    { name: 'target/surefire-reports/TEST-a.RootTest.xml', text: suite('a.RootTest') },
  ];
  const read = junit.parse({ documents, exitCode: 0, root: '/workspace' });
  if (!read.known) throw new Error(read.reason);
  const after = Object.fromEntries(
    Object.keys(read.value.outcomes ?? {}).map((id) => [id, 'failed' as const]),
  );
  const lines = packageLines({
    baseline: { tests: read, runs: [{ check: { kind: 'test', parser: 'junit' } }] },
    evidence: [{ candidate: { name: 'one' }, ...seen(after) }],
  } as unknown as Captured);
  expect(lines).toEqual([
    'core (1 test): one breaks 1',
    'extra/io (1 test): one breaks 1',
    'the root (1 test): one breaks 1',
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
