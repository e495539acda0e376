import { expect, test } from 'vitest';
import { TestReport } from '../../../../src/core/domain/check/test-report.ts';
import { findTestParser } from '../../../../src/core/parse/tests/registry.ts';
import { recorded } from './recorded.ts';

type Counts = readonly [passed: number, failed: number, skipped: number];
type Case = {
  readonly parser: string;
  readonly exit: number;
  readonly files: readonly string[];
  readonly counts: Counts;
  readonly passed?: readonly string[];
  readonly failed?: readonly string[];
  readonly skipped?: readonly string[];
};

const versions = (paths: readonly string[], like: Omit<Case, 'files'>): Case[] =>
  paths.map((path) => ({ ...like, files: [path] }));

const NODE = versions(
  ['18.19.1', '20', '22', '24'].map((version) => `node-test/${version}/tests.jsonl`),
  {
    parser: 'node-test',
    exit: 1,
    counts: [12, 10, 4],
    passed: [
      'test/calc.test.js > adds',
      'test/calc.test.js > outer > inner > passes',
      'test/calc.test.js > größe 漢字 > "quoted" # hash',
      'test/calc.test.js > parent with subtests > two',
      'test/plain.test.js',
    ],
    failed: [
      'test/after.test.mjs',
      'test/calc.test.js > same name #2',
      'test/calc.test.js > broken hook',
      'test/calc.test.js > broken hook > is cancelled',
      'test/calc.test.js > broken suite',
      'test/calc.test.js > parent that fails itself',
      'test/crash.test.js',
      'test/exits.test.cjs',
    ],
    skipped: ['test/calc.test.js > skipped with a reason', 'test/calc.test.js > todo that fails'],
  },
);

const VITEST = versions(
  ['1', '2', '3', '4'].map((version) => `vitest/${version}/report.json`),
  {
    parser: 'vitest-json',
    exit: 1,
    counts: [8, 3, 3],
    passed: [
      'calc.test.js > outer > inner > passes',
      'calc.test.js > outer > same name #2',
      'after.test.js > fine',
    ],
    failed: ['crash.test.js', 'after.test.js', 'calc.test.js > outer > inner > fails'],
    skipped: ['calc.test.js > later', 'calc.test.js > broken hook > is cancelled'],
  },
);

const JEST = versions(
  ['27', '28', '29', '30'].map((version) => `jest/${version}/report.json`),
  {
    parser: 'jest-json',
    exit: 1,
    counts: [8, 4, 2],
    passed: ['calc.test.js > param 2', 'calc.test.js > größe 漢字 > "quoted"'],
    failed: ['crash.test.js', 'after.test.js', 'calc.test.js > broken hook > is cancelled'],
    skipped: ['calc.test.js > outer > skipped', 'calc.test.js > later'],
  },
);

const MOCHA = versions(
  ['6/tests', '8/tests', '10/tests', '11/tests', '11/parallel'].map((path) => `mocha/${path}.jsonl`),
  {
    parser: 'mocha',
    exit: 3,
    counts: [8, 3, 2],
    passed: ['test/calc.js > outer > same name #2', 'test/calc.js > retried', 'test/other.js > other file'],
    failed: [
      'test/calc.js > outer > inner > fails',
      'test/calc.js > broken hook > "before all" hook for "is cancelled"',
      'test/calc.js > broken each > "before each" hook for "first"',
    ],
    skipped: ['test/calc.js > outer > pending without a body'],
  },
);

const AVA = versions(
  ['3', '5', '6', '7'].map((version) => `ava/${version}/report.tap`),
  {
    parser: 'tap',
    exit: 1,
    counts: [5, 3, 2],
    passed: ['calc › größe 漢字 # hash', 'calc › known bug'],
    failed: ['calc › fails'],
    skipped: ['calc › skipped', 'calc › later'],
  },
);

const UNITTEST = versions(
  ['3.8.18', '3.11.7', '3.12.1', '3.13.0'].map((version) => `unittest/${version}/tests.jsonl`),
  {
    parser: 'unittest',
    exit: 1,
    counts: [9, 10, 4],
    passed: [
      'tests.test_calc.AddTest.test_many > (n=2)',
      'tests.test_calc.AddTest.test_all_good > [größe] (n=1)',
      'tests.test_calc.Grüße.test_hallo_wörld',
      'tests.test_calc.Async.test_async',
    ],
    failed: [
      'tests.test_broken',
      'tests.test_calc.AddTest.test_many',
      'tests.test_calc.AddTest.test_many > (n=1)',
      'tests.test_calc.AddTest.test_unexpected',
      'setUpClass (tests.test_calc.BrokenSetup)',
      'setUpModule (tests.test_module_setup)',
    ],
    skipped: ['tests.test_calc.AddTest.test_expected', 'tests.test_calc.AddTest.test_skipping_part'],
  },
);

const PYTEST = versions(
  ['6.2.5', '7.4.4', '8', '9'].flatMap((version) => [
    `pytest/${version}/xunit1.xml`,
    `pytest/${version}/xunit2.xml`,
  ]),
  {
    parser: 'junit',
    exit: 1,
    counts: [7, 6, 2],
    passed: [
      'tests.test_calc > test_xpass',
      'tests.test_calc.TestClass > test_in_class',
      'tests.test_calc > test_param[<&>]',
    ],
    failed: [
      'tests.test_broken',
      'tests.test_calc > test_xpass_strict',
      'tests.test_calc.TestClass > test_setup_error',
      'tests.test_calc.TestClass > test_teardown_error',
    ],
    skipped: ['tests.test_calc > test_expected'],
  },
);

const GO = versions(
  ['1.19.13', '1.21.13', '1.23.4', '1.26.8'].map((version) => `go/${version}/stdout.jsonl`),
  {
    parser: 'go-test-json',
    exit: 1,
    counts: [5, 6, 1],
    passed: ['example.com/demo > TestTable/größe', 'example.com/demo/panics > TestFine'],
    failed: [
      'example.com/demo > TestTable',
      'example.com/demo > TestTable/one',
      'example.com/demo/broken',
      'example.com/demo/mainfails',
      'example.com/demo/panics > TestPanics',
    ],
    skipped: ['example.com/demo > TestSkips'],
  },
);

const RSPEC: Case[] = [
  {
    parser: 'rspec-json',
    exit: 1,
    files: ['rspec/3.12.0/report.json'],
    counts: [7, 5, 3],
    passed: [
      'spec/calc_spec.rb > Calc outer inner passes',
      'spec/calc_spec.rb > Calc param 2',
      'spec/calc_spec.rb > Calc größe 漢字 "quoted"',
      'spec/other_spec.rb > other other file',
    ],
    failed: [
      'spec/calc_spec.rb > Calc outer inner fails',
      'spec/calc_spec.rb > Calc outer same name #2',
      'spec/calc_spec.rb > Calc pending that passes',
      'spec/calc_spec.rb > Calc broken hook is cancelled',
      'errors outside of examples',
    ],
    skipped: [
      'spec/calc_spec.rb > Calc skipped',
      'spec/calc_spec.rb > Calc without a body',
      'spec/calc_spec.rb > Calc pending that fails',
    ],
  },
];

const CTEST: Case[] = [
  // With the report, its log is not read; before 3.21 there is no other.
  ['ctest/3.25/tests.xml', 'ctest/3.25/tests.log'],
  ['ctest/3.25/tests.log'],
].map((files) => ({
  parser: 'ctest',
  exit: 8,
  files,
  counts: [1, 3, 2],
  passed: ['a'],
  // `b` was never built.
  failed: ['b', 'seg', 'slow'],
  skipped: ['s', 'd'],
}));

const MINITEST = versions(
  ['5.15.0', '5.17.0'].map((version) => `minitest/${version}/tests.jsonl`),
  {
    parser: 'minitest',
    exit: 1,
    counts: [7, 3, 2],
    passed: [
      'test/calc_test.rb > CalcTest > test_param_2',
      'test/calc_test.rb > Nested::CalcTest > test_adds',
      'test/calc_test.rb > Calc::größe 漢字 > test_0001_says "quoted"',
    ],
    failed: [
      'test/calc_test.rb > CalcTest > test_fails',
      'test/calc_test.rb > CalcTest > test_error',
      'test/calc_test.rb > BrokenSetup > test_cancelled',
    ],
    skipped: ['test/calc_test.rb > CalcTest > test_skipped', 'Calc::größe 漢字 > test_0002_without a body'],
  },
);

const SINGLE: Case[] = [
  {
    parser: 'mocha-json',
    exit: 3,
    files: ['mocha/6/report.json'],
    counts: [8, 3, 2],
    passed: ['outer same name #2'],
  },
  {
    parser: 'mocha-json',
    exit: 3,
    files: ['mocha/11/report.json'],
    counts: [8, 3, 2],
    passed: ['test/calc.js > outer same name #2'],
    failed: ['test/calc.js > outer inner fails'],
  },
  { parser: 'tap', exit: 3, files: ['mocha/11/report.tap'], counts: [8, 3, 2] },
  {
    parser: 'tap',
    exit: 1,
    files: ['tape/5/report.tap'],
    counts: [5, 1, 2],
    passed: ['adds > named', 'größe 漢字 > should be truthy #2'],
    failed: ['fails > should be strictly equal'],
  },
  {
    parser: 'tap',
    exit: 1,
    files: ['tap/16/report.tap'],
    counts: [4, 2, 2],
    passed: ['outer > inner > should be equal', 'buffered > in a block', 'plan broken > one'],
    failed: ['outer > inner > fails', 'plan broken'],
    skipped: ['todo', 'skipped'],
  },
  ...['18.19.1', '24'].map((version): Case => ({
    parser: 'tap',
    exit: 1,
    files: [`node-tap/${version}/report.tap`],
    counts: [13, 9, 5],
    passed: ['outer > inner > passes', 'größe 漢字 > "quoted" # hash'],
    failed: ['same name #2', 'parent that fails itself', 'broken suite'],
  })),
  { parser: 'junit', exit: 5, files: ['pytest/9/empty.xml'], counts: [0, 0, 0] },
  {
    parser: 'junit',
    exit: 2,
    files: ['pytest/9/collect-error.xml'],
    counts: [0, 1, 0],
    failed: ['tests.test_broken'],
  },
  {
    parser: 'junit',
    exit: 1,
    files: ['surefire/2/TEST-demo.BrokenTest.xml', 'surefire/2/TEST-demo.CalcTest.xml'],
    counts: [4, 3, 1],
    passed: ['demo.CalcTest > adds'],
    failed: ['demo.BrokenTest', 'demo.CalcTest > errors'],
  },
  {
    parser: 'junit',
    exit: 1,
    files: ['BrokenTest', 'CalcTest-Inner', 'CalcTest'].map((name) => `surefire/3/TEST-demo.${name}.xml`),
    counts: [4, 3, 1],
    passed: ['demo.CalcTest > param(String)[2]', 'demo.CalcTest$Inner > deep'],
    failed: ['demo.BrokenTest', 'demo.CalcTest > errors'],
    skipped: ['demo.CalcTest > skipped'],
  },
  {
    parser: 'junit',
    exit: 1,
    files: ['gradle/4.4/TEST-demo.CalcTest.xml'],
    counts: [1, 1, 1],
    failed: ['demo.CalcTest > fails'],
  },
  {
    parser: 'junit',
    exit: 1,
    files: ['jest-junit/17/junit.xml'],
    counts: [9, 3, 1],
    passed: ['outer same name #2'],
    failed: ['outer inner fails'],
  },
  { parser: 'junit', exit: 1, files: ['node-junit/24/junit.xml'], counts: [13, 9, 4] },
  {
    parser: 'junit',
    exit: 3,
    files: ['mocha/11/xunit.xml'],
    counts: [8, 3, 2],
    failed: ['test/calc.js > outer inner > fails'],
  },
  {
    parser: 'junit',
    exit: 1,
    files: ['go-junit-report/2.1.0/junit.xml'],
    counts: [5, 6, 1],
    failed: ['example.com/demo/broken > [build failed]'],
  },
  {
    parser: 'cargo-test',
    exit: 101,
    files: ['cargo/1.95/log.txt'],
    counts: [7, 4, 3],
    passed: [
      'demo_calc (src/lib.rs) > tests::panics - should panic',
      'demo_calc (src/main.rs) > adds',
      'demo_calc (doc) > src/lib.rs - add',
    ],
    failed: ['aborts (tests/aborts.rs)', 'exits (tests/exits.rs)', 'demo_calc (doc) > src/lib.rs - add #2'],
    skipped: ['demo_calc (doc) > src/lib.rs - add #3'],
  },
  {
    parser: 'libtest-json',
    exit: 101,
    files: ['cargo/1.95/libtest-log.txt'],
    counts: [5, 6, 2],
    passed: ['demo_calc (src/main.rs) > adds', 'integration (tests/integration.rs) > integrates'],
    failed: [
      'aborts (tests/aborts.rs)',
      'aborts (tests/aborts.rs) > aborts',
      'exits (tests/exits.rs) > exits',
    ],
  },
  {
    parser: 'libtest-json',
    exit: 101,
    files: ['cargo/1.95/libtest.jsonl'],
    counts: [5, 6, 2],
    passed: ['tests::adds'],
  },
  { parser: 'ctrf', exit: 1, files: ['ctrf/jest/report.json'], counts: [8, 2, 2] },
  { parser: 'ctrf', exit: 3, files: ['ctrf/mocha/report.json'], counts: [8, 3, 2] },
  { parser: 'ctrf', exit: 1, files: ['ctrf/pytest/report.json'], counts: [7, 5, 2] },
];

const CASES = [
  ...NODE,
  ...VITEST,
  ...JEST,
  ...MOCHA,
  ...AVA,
  ...UNITTEST,
  ...PYTEST,
  ...GO,
  ...RSPEC,
  ...CTEST,
  ...MINITEST,
  ...SINGLE,
];

test.each(CASES)('$parser reads $files', ({ parser, exit, files, counts, ...ids }) => {
  const found = findTestParser(parser)?.parse(recorded(exit, ...files));
  if (!found?.known) throw new Error(found?.reason ?? `no parser ${parser}`);
  const { passed, failed, skipped, outcomes = {} } = TestReport.parse(found.value);
  expect([passed, failed, skipped]).toEqual(counts);
  expect(Object.keys(outcomes)).toHaveLength(passed + failed + skipped);
  for (const outcome of ['passed', 'failed', 'skipped'] as const) {
    for (const id of ids[outcome] ?? []) expect(`${id}: ${outcomes[id]}`).toBe(`${id}: ${outcome}`);
  }
  expect(Object.keys(outcomes).filter((id) => id.includes('/workspace'))).toEqual([]);
  for (const file of Object.values(found.value.files ?? {})) expect(file).not.toMatch(/^[/.]/);
});

test('a recorded format has the same ids in every version of its tool', () => {
  for (const group of [NODE, VITEST, JEST, MOCHA, UNITTEST, GO, MINITEST]) {
    const ids = group.map(({ parser, exit, files }) => {
      const found = findTestParser(parser)?.parse(recorded(exit, ...files));
      return found?.known ? Object.keys(found.value.outcomes ?? {}).toSorted() : [];
    });
    for (const other of ids) expect(other).toEqual(ids[0]);
  }
});
