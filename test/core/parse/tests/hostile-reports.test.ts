import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TestReport } from '../../../../src/core/domain/check/test-report.ts';
import { findTestParser, testParsers } from '../../../../src/core/parse/tests/registry.ts';
import { recorded } from './recorded.ts';

const RECORDED = [
  ['node-test', 'node-test/20/tests.jsonl'],
  ['vitest-json', 'vitest/4/report.json'],
  ['jest-json', 'jest/30/report.json'],
  ['mocha', 'mocha/11/tests.jsonl'],
  ['mocha-json', 'mocha/11/report.json'],
  ['tap', 'tap/16/report.tap'],
  ['tap', 'ava/6/report.tap'],
  ['junit', 'pytest/9/xunit1.xml'],
  ['unittest', 'unittest/3.13.0/tests.jsonl'],
  ['rspec-json', 'rspec/3.12.0/report.json'],
  ['minitest', 'minitest/5.17.0/tests.jsonl'],
  ['ctest', 'ctest/3.25/tests.xml'],
  ['auto', 'console/ctest-3.25.txt'],
  ['go-test-json', 'go/1.26.8/stdout.jsonl'],
  ['cargo-test', 'cargo/1.95/log.txt'],
  ['libtest-json', 'cargo/1.95/libtest-log.txt'],
  ['ctrf', 'ctrf/pytest/report.json'],
  ['auto', 'console/unittest-3.13.txt'],
  ['auto', 'console/surefire-2.txt'],
] as const;

/** Whatever the text: no exception, and a consistent report that the schema accepts. */
const isTotal = (id: string, text: string, exitCode: number | null): void => {
  const found = findTestParser(id)?.parse({ documents: [{ name: 'x', text }], exitCode, root: '/workspace' });
  if (!found) throw new Error(`no parser ${id}`);
  if (!found.known) {
    expect(found.cause).toBe('candidate');
    return;
  }
  const { passed, failed, skipped, outcomes } = TestReport.parse(found.value);
  if (outcomes) expect(Object.keys(outcomes)).toHaveLength(passed + failed + skipped);
};

const exits = fc.constantFrom(0, 1, null);

test.each(testParsers)('$id takes any text', ({ id }) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), exits, (text, exit) =>
      isTotal(id, text, exit),
    ),
  );
});

const fragment = fc.constantFrom(
  'ok',
  'not ok',
  ' 1',
  ' - ',
  '# SKIP',
  '# Subtest: a',
  '    ',
  '1..2',
  'TAP version 14',
  'Bail out!',
  '{',
  '}',
  '  ---',
  '  ...',
  '<testsuite name="a" failures="1">',
  '<testcase name="b" classname="__proto__">',
  '<failure/>',
  '</testcase>',
  '</testsuite>',
  '{"Action":"pass","Package":"__proto__"}',
  '{"type":"suite","event":"started"}',
  '{"type":"test","event":"ok","name":"a"}',
  'running 1 test',
  'test a ... ok',
  'test result: ok. 1 passed; 0 failed; 0 ignored;',
  '     Running src/lib.rs (target/a-0123456789abcdef)',
  'Ran 1 test in 0.1s',
  'OK',
  'FAILED (failures=9)',
  '3 passed, 1 failed in 0.1s',
  '\n',
  '\r\n',
  '\u001b[31m',
  'x',
);

test.each(testParsers)('$id takes any arrangement of the parts of reports', ({ id }) => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 40 }), exits, (parts, exit) => {
      isTotal(id, parts.join(''), exit);
      isTotal(id, parts.join('\n'), exit);
    }),
    { numRuns: 300 },
  );
});

test.each(RECORDED)('%s takes %s cut and with bytes changed', (id, path) => {
  const text = recorded(1, path).documents[0]?.text ?? '';
  const change = fc.record({
    at: fc.nat(text.length),
    to: fc.string({ unit: 'binary', maxLength: 3 }),
    drop: fc.nat(30),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), fc.nat(text.length), exits, (changes, cut, exit) => {
      const changed = changes.reduce(
        (now, { at, to, drop }) => now.slice(0, at) + to + now.slice(at + drop),
        text,
      );
      isTotal(id, changed, exit);
      isTotal('auto', changed.slice(0, cut), exit);
      isTotal(id, changed.slice(0, cut), exit);
    }),
    { numRuns: 60 },
  );
});

/** Each would take hours in a reader that goes back over its input; the suite's time limit would end it. */
test.each([
  ['spaces', `ok 1 ${' '.repeat(1_000_000)}x`],
  ['spaces and a line separator', `ok 1 ${' '.repeat(1_000_000)}\u2028`],
  ['hashes', `ok 1 ${'# '.repeat(500_000)}`],
  ['digits', `1..${'1'.repeat(1_000_000)}`],
  ['open objects', '{"a":'.repeat(300_000)],
  ['open arrays', `{"results":${'['.repeat(300_000)}`],
  ['open elements', '<testsuite>'.repeat(300_000)],
  ['escapes', '\u001b[1'.repeat(500_000)],
  ['modules', `${'a.py::'.repeat(300)}\n`.repeat(1000)],
  ['dots', `test ${'a ... ok'.repeat(240)}\n`.repeat(1000)],
  ['braces on lines', '{\n'.repeat(200_000)],
  [
    'nesting',
    Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(4 * (depth % 80))}ok 1 - a`).join('\n'),
  ],
])('a megabyte of %s is read in one pass', (_, text) => {
  for (const { id } of testParsers) isTotal(id, text, 0);
});

test('a hundred and fifty thousand tests are read without running out of stack', () => {
  const many = 150_000;
  const tap = `1..${many}\n${'ok - a\n'.repeat(many)}`;
  const junit = `<testsuite>${'<testcase name="a"/>'.repeat(many)}</testsuite>`;
  const assertion = '{"ancestorTitles":[],"title":"a","status":"passed"}';
  const jest = `{"numTotalTests":${many},"success":true,"testResults":[{"name":"a","status":"passed","assertionResults":[${Array.from({ length: many }, () => assertion).join()}]}]}`;
  for (const [id, text] of [
    ['tap', tap],
    ['junit', junit],
    ['jest-json', jest],
  ] as const) {
    const found = findTestParser(id)?.parse({
      documents: [{ name: 'x', text }],
      exitCode: 0,
      root: '/workspace',
    });
    expect(found?.known && found.value.passed).toBe(many);
  }
});
