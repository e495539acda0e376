import { describe, expect, test } from 'vitest';
import type { RawReport } from '../../../../src/core/domain/check/output-parser.ts';
import { findTestParser, testParsers } from '../../../../src/core/parse/tests/registry.ts';
import { recorded, written } from './recorded.ts';

const parse = (id: string, raw: RawReport) => {
  const parser = findTestParser(id);
  if (!parser) throw new Error(`no parser ${id}`);
  return parser.parse(raw);
};
const reasonOf = (id: string, raw: RawReport): string => {
  const found = parse(id, raw);
  return found.known ? `known: ${JSON.stringify(found.value)}` : `${found.cause}: ${found.reason}`;
};

const edited = (raw: RawReport, edit: (text: string) => string): RawReport => ({
  ...raw,
  documents: raw.documents.map(({ name, text }) => ({ name, text: edit(text) })),
});

describe.each(testParsers)('$id', ({ id, parse }) => {
  test('a missing document is an absence that the candidate caused, with the exit code', () => {
    const found = parse({ documents: [], exitCode: 7, root: '/workspace' });
    expect(found).toMatchObject({ known: false, cause: 'candidate' });
    expect(found.known ? '' : found.reason).toContain('exit code 7');
  });

  test.each(['', '\n', 'garbage\n', '{', '[]', 'null', '<x/>', '\u0000'])('%j is not a report', (text) => {
    expect(parse(written(text, null)).known).toBe(false);
    if (id === 'auto')
      expect(parse(written(text))).toMatchObject({ value: { format: 'exit-code', passed: 1 } });
    else expect(parse(written(text)).known).toBe(false);
  });

  test('has a unique name', () => {
    expect(findTestParser(id)?.parse).toBe(parse);
  });
});

/** A report cut anywhere before its end must not pass as a smaller one. */
test.each([
  ['node-test', 'node-test/20/tests.jsonl'],
  ['mocha', 'mocha/11/tests.jsonl'],
  ['unittest', 'unittest/3.13.0/tests.jsonl'],
  ['minitest', 'minitest/5.17.0/tests.jsonl'],
  ['rspec-json', 'rspec/3.12.0/report.json'],
  ['jest-json', 'jest/30/report.json'],
  ['vitest-json', 'vitest/4/report.json'],
  ['mocha-json', 'mocha/11/report.json'],
  ['junit', 'pytest/9/xunit1.xml'],
  ['junit', 'mocha/11/xunit.xml'],
  ['ctest', 'ctest/3.25/tests.xml'],
  ['ctrf', 'ctrf/jest/report.json'],
] as const)('%s refuses every cut of %s', (id, path) => {
  const raw = recorded(1, path);
  const length = raw.documents[0]?.text.trimEnd().length ?? 0;
  for (let cut = 0; cut < length; cut += 61) {
    expect(
      parse(
        id,
        edited(raw, (text) => text.slice(0, cut)),
      ).known,
      `cut at ${cut}`,
    ).toBe(false);
  }
  expect(
    parse(
      id,
      edited(raw, (text) => text.slice(0, length - 1)),
    ).known,
  ).toBe(false);
});

describe('our own reporters', () => {
  const raw = recorded(1, 'node-test/20/tests.jsonl');

  test.each([
    ['a line removed', (lines: string[]) => lines.toSpliced(5, 1)],
    ['a line repeated', (lines: string[]) => lines.toSpliced(5, 0, lines[5] ?? '')],
    ['a line from elsewhere', (lines: string[]) => lines.toSpliced(5, 0, '{"type":"pass"}')],
    ['something after the end', (lines: string[]) => [...lines, lines[1] ?? '']],
  ])('%s is not a report', (_, edit) => {
    expect(
      parse(
        'node-test',
        edited(raw, (text) => `${edit(text.trimEnd().split('\n')).join('\n')}\n`),
      ).known,
    ).toBe(false);
  });

  test('an unfinished run is reported as such', () => {
    const cut = edited(raw, (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
    expect(reasonOf('node-test', cut)).toBe('candidate: node:test ended before its tests did (exit code 1)');
  });

  test('several runs of one command add up, even if their lines mix', () => {
    const first = raw.documents[0]?.text.trimEnd().split('\n') ?? [];
    const second = first.map((line) => line.replace(/"run":"[^"]*"/, '"run":"other"'));
    const mixed = first.flatMap((line, index) => [line, second[index] ?? '']);
    const found = parse('node-test', written(mixed.join('\n'), 1));
    expect(found.known && [found.value.passed, found.value.failed, found.value.skipped]).toEqual([24, 20, 8]);
    expect(found.known && found.value.outcomes?.['test/calc.test.js > same name #4']).toBe('failed');
  });

  test('one unfinished run among several spoils the report', () => {
    const extra = '{"run":"x","seq":0,"type":"begin","format":1,"tool":"node:test"}\n';
    expect(
      parse(
        'node-test',
        edited(raw, (text) => text + extra),
      ).known,
    ).toBe(false);
  });

  test('a report of one runner is not a report of another', () => {
    expect(parse('mocha', raw).known).toBe(false);
    expect(parse('unittest', raw).known).toBe(false);
  });
});

describe('tap', () => {
  test.each([
    ['bailed out', 'TAP version 13\nok 1 - a\nBail out! no database\n', 'bailed out: no database'],
    ['no plan', 'TAP version 13\nok 1 - a\n', 'has no plan, so it was cut short'],
    ['too few', '1..3\nok 1 - a\nok 2 - b\n', 'planned 3 tests and reported 2'],
    ['an ok from elsewhere', '1..1\nok 1 - a\nok 2 - forged\n', 'planned 1 tests and reported 2'],
    ['two plans', '1..1\nok 1 - a\n1..1\n', 'has two plans'],
    ['inside a subtest', '# Subtest: a\n    ok 1 - b\n    1..1\n1..0\n', 'ends inside a subtest'],
    ['inside a diagnostic', '1..1\nnot ok 1\n  ---\n  a: 1\n', 'ends inside a diagnostic'],
  ])('%s', (_, text, reason) => {
    expect(reasonOf('tap', written(text, 1))).toBe(
      `candidate: the TAP producer left a stream that ${reason} (exit code 1)`,
    );
  });

  test.each([
    ['nothing to do', '1..0 # SKIP no tests here\n', {}],
    ['no description', '1..2\nok\nnot ok 2\n', { '(unnamed)': 'passed', '(unnamed) #2': 'failed' }],
    ['escapes', '1..1\nok 1 - a \\# skip b # SKIP c\n', { 'a # skip b': 'skipped' }],
    [
      'two streams',
      'TAP version 13\n1..1\nok 1 a\nTAP version 13\nok 1 a\n1..1\n',
      { a: 'passed', 'a #2': 'passed' },
    ],
    [
      'a block',
      '1..1\nnot ok 1 - a {\n    ok 1 - b\n    not ok 2 - c\n    1..2\n}\n',
      { 'a > b': 'passed', 'a > c': 'failed' },
    ],
    ['a line inside a diagnostic', '1..1\nnot ok 1 - a\n  ---\n  ok 2 - b\n  ...\n', { a: 'failed' }],
  ])('%s', (_, text, outcomes) => {
    const found = parse('tap', written(text));
    expect(found.known && { ...found.value.outcomes }).toEqual(outcomes);
  });
});

describe('junit', () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>';

  test.each([
    ['a document type', bomb, 'declares a document type, which no JUnit report needs'],
    ['an unknown entity', '<testsuite><testcase name="&b;"/></testsuite>', 'is not well-formed XML'],
    ['another root', '<html/>', 'is no JUnit report'],
    ['a second root', '<testsuite/><testsuite/>', 'is not well-formed XML'],
    ['an open element', '<testsuites><testsuite name="a"><testcase name="b"/>', 'is not well-formed XML'],
  ])('%s is refused', (_, text, reason) => {
    expect(reasonOf('junit', written(text, 1))).toBe(
      `candidate: the test runner left a report, stdout, that ${reason} (exit code 1)`,
    );
  });

  test('one broken document among several spoils the report', () => {
    const good = recorded(1, 'gradle/4.4/TEST-demo.CalcTest.xml');
    const bad = { ...good, documents: [...good.documents, { name: 'z.xml', text: '<testsuite>' }] };
    expect(parse('junit', good).known).toBe(true);
    expect(parse('junit', bad).known).toBe(false);
  });

  test('a suite that failed by itself is a failed test', () => {
    const text =
      '<testsuites><testsuite name="a" errors="1"><testcase name="b"/></testsuite>' +
      '<testsuite name="c"><error/><testcase name="d"/></testsuite></testsuites>';
    const found = parse('junit', written(text, 1));
    expect(found.known && { ...found.value.outcomes }).toEqual({
      a: 'failed',
      'a > b': 'passed',
      c: 'failed',
      'c > d': 'passed',
    });
  });
});

describe('go test', () => {
  test('a package without an end was cut short', () => {
    const cut = edited(recorded(1, 'go/1.26.8/stdout.jsonl'), (text) =>
      text.trimEnd().split('\n').slice(0, -2).join('\n'),
    );
    expect(reasonOf('go-test-json', cut)).toContain('ended before the package example.com/demo/panics did');
  });
});

describe('cargo test', () => {
  test('tests that do not add up are not a report', () => {
    const forged = edited(recorded(101, 'cargo/1.95/log.txt'), (text) =>
      text.replace('test tests::adds ... ok', 'test tests::adds ... ok\ntest tests::forged ... ok'),
    );
    expect(reasonOf('cargo-test', forged)).toContain('do not add up');
  });

  test('a crate that does not compile has no report', () => {
    const text = '   Compiling demo v0.1.0 (/workspace)\nerror: could not compile `demo` (lib test)\n';
    expect(reasonOf('cargo-test', written(text, 101))).toContain('it may not compile');
  });
});

test('rspec: a file that cannot be loaded leaves no example, and that is not a result', () => {
  expect(reasonOf('rspec-json', recorded(1, 'rspec/3.12.0/load-error.json'))).toBe(
    'candidate: rspec reported no test (exit code 1)',
  );
});

test('rspec: counts that do not match the examples are refused', () => {
  const raw = edited(recorded(1, 'rspec/3.12.0/report.json'), (text) =>
    text.replace('"failure_count":4', '"failure_count":0'),
  );
  expect(reasonOf('rspec-json', raw)).toContain('contradicts its own counts');
});
