import { expect, test } from 'vitest';
import { TestReport } from '../../../../src/core/domain/check/test-report.ts';
import { cleanId, pathInId } from '../../../../src/core/parse/tests/clean-id.ts';
import { reportEntries } from '../../../../src/core/parse/tests/test-entries.ts';

const SOURCE = { format: 'x', tool: 'x', trust: 'structured' } as const;
const raw = (exitCode: number | null) => ({ documents: [], exitCode, root: '/workspace' });
const report = (...ids: readonly string[]) => {
  const found = reportEntries(
    SOURCE,
    ids.map((id) => ({ id, outcome: 'passed', file: 'a.ts' })),
    raw(0),
  );
  if (!found.known) throw new Error(found.reason);
  return found.value;
};

test('tests of one name are distinguished in order, past names that look the same', () => {
  expect(Object.keys(report('a', 'a', 'a #2', 'a').outcomes ?? {})).toEqual(['a', 'a #2', 'a #2 #2', 'a #3']);
});

test('no name is lost on the way through JSON and the schema', () => {
  const found = report('__proto__', 'constructor', 'toString', '', '\ud800', '\u0000');
  const back = TestReport.parse(JSON.parse(JSON.stringify(found)));
  expect(Object.keys(back.outcomes ?? {})).toHaveLength(6);
  expect(Object.keys(back.files ?? {})).toHaveLength(6);
  expect(back.passed).toBe(6);
});

test('a hundred thousand tests of one name take hardly any time', () => {
  expect(report(...Array.from({ length: 1000 }, () => 'a')).passed).toBe(1000);
  const found = reportEntries(
    SOURCE,
    Array.from({ length: 100_000 }, () => ({ id: 'a', outcome: 'failed' as const })),
    raw(1),
  );
  expect(found.known && found.value.outcomes?.['a #100000']).toBe('failed');
});

test('no tests are a result only if the tool succeeded', () => {
  expect(reportEntries(SOURCE, [], raw(0))).toMatchObject({ known: true, value: { passed: 0 } });
  expect(reportEntries(SOURCE, [], raw(1))).toMatchObject({
    known: false,
    reason: 'x reported no test (exit code 1)',
  });
  expect(reportEntries(SOURCE, [], raw(null))).toMatchObject({
    known: false,
    reason: 'x reported no test (it did not exit by itself)',
  });
});

test.each([
  ['/workspace/a.py::b', 'a.py::b'],
  ['reads /workspace/data/x.txt', 'reads data/x.txt'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['two\nlines\u0000', 'two lines'],
  ['<object at 0x7f00aa>', '<object at 0x…>'],
  [
    'TestVariables/&T{Op:(*Op)(0xbc51e0),L:(*E)(0x3169beeb2600)}',
    'TestVariables/&T{Op:(*Op)(0x…),L:(*E)(0x…)}',
  ],
  ['#<Parser:0x00007f1c2a3b4c5d>', '#<Parser:0x…>'],
  ['[1] com.example.Point@1b28cdfa, 2', '[1] com.example.Point@…, 2'],
  ['parses 0xff, 0xdeadbeef and me@cafe1.example', 'parses 0xff, 0xdeadbeef and me@cafe1.example'],
  ['', '(unnamed)'],
])('the id %j becomes %j', (id, clean) => {
  expect(cleanId(id, '/workspace')).toBe(clean);
});

test('a very long id is cut, and never in the middle of a character', () => {
  const id = cleanId(`${'a'.repeat(999)}😀${'b'.repeat(50)}`, '/workspace');
  expect(id).toBe(`${'a'.repeat(999)}…`);
});

test.each([
  ['/workspace/test/a.js', 'test/a.js'],
  ['file:///workspace/test/a%20b.js', 'test/a b.js'],
  ['file:///workspace/%zz.js', '%zz.js'],
  ['./test/a.js', 'test/a.js'],
  ['test\\a.js', 'test/a.js'],
  ['/workspace-of-another/a.js', '/workspace-of-another/a.js'],
])('the file %j becomes %j', (path, relative) => {
  expect(pathInId(path, '/workspace')).toBe(relative);
});
