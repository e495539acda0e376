import { expect, test } from 'vitest';
import { auto } from '../../../../src/core/parse/tests/auto.ts';
import { WHOLE_COMMAND } from '../../../../src/core/domain/check/test-report.ts';
import { recorded, written } from './recorded.ts';

test.each([
  ['console/pytest-9-q.txt', 'console: pytest', [8, 6, 2]],
  ['console/pytest-9-v.txt', 'console: pytest', [8, 5, 2]],
  ['console/unittest-3.13.txt', 'console: unittest', [1, 9, 3]],
  ['console/node-24-spec.txt', 'console: node:test', [13, 8, 4]],
  ['console/jest-30.txt', 'console: jest', [8, 2, 2]],
  ['console/vitest-4.txt', 'console: vitest', [8, 1, 3]],
  ['console/mocha-11.txt', 'console: mocha', [8, 3, 2]],
  ['console/surefire-2.txt', 'console: surefire', [4, 3, 1]],
  ['console/rspec-3.12.txt', 'console: rspec', [7, 4, 3]],
  ['console/minitest-5.17.txt', 'console: minitest', [7, 3, 2]],
  ['console/ctest-3.25.txt', 'console: ctest', [1, 3, 2]],
  ['console/go-1.26-v.txt', 'console: go test', [5, 6, 1]],
  ['cargo/1.95/log.txt', 'cargo-test', [7, 4, 3]],
  ['cargo/1.95/libtest-log.txt', 'libtest-json', [5, 6, 2]],
] as const)('%s is console text of low trust', (path, format, counts) => {
  const found = auto.parse(recorded(1, path));
  if (!found.known) throw new Error(found.reason);
  const { told = found.value } = found.value;
  expect(found.value.trust).toBe('low-trust');
  expect(found.value.format).toContain(format);
  expect([told.passed, told.failed, told.skipped]).toEqual(counts);
  if (told !== found.value) expect({ ...found.value.outcomes }).toEqual({ [WHOLE_COMMAND]: 'failed' });
});

test.each([
  ['pytest/9/xunit1.xml', 'junit'],
  ['ctrf/jest/report.json', 'ctrf'],
  ['jest/30/report.json', 'jest-json'],
  ['vitest/4/report.json', 'jest-json'],
  ['mocha/11/report.json', 'mocha-json'],
  ['rspec/3.12.0/report.json', 'rspec-json'],
  ['go/1.26.8/stdout.jsonl', 'go-test-json'],
  ['go/1.19.13/stdout.jsonl', 'go-test-json'],
  ['cargo/1.95/libtest.jsonl', 'libtest-json'],
  ['ava/6/report.tap', 'tap'],
  ['tape/5/report.tap', 'tap'],
] as const)('%s is recognised as %s, and trusted as a file alone', (path, format) => {
  const raw = recorded(1, path);
  expect(auto.parse(raw)).toMatchObject({ known: true, value: { format, trust: 'structured' } });
  expect(auto.parse(written(raw.documents[0]?.text ?? '', 1))).toMatchObject({
    known: true,
    value: { format, trust: 'low-trust' },
  });
});

test('without ids the exit code is the only outcome, and counts are used if they agree with it', () => {
  const summary = '====== 2 passed, 1 xfailed in 0.12s ======\n';
  expect(auto.parse(written(summary))).toEqual({
    known: true,
    value: {
      format: 'exit-code, console: pytest',
      trust: 'low-trust',
      passed: 1,
      failed: 0,
      skipped: 0,
      outcomes: { [WHOLE_COMMAND]: 'passed' },
      told: { passed: 2, failed: 0, skipped: 1 },
    },
  });
  const failed = { passed: 0, failed: 1, outcomes: { [WHOLE_COMMAND]: 'failed' } };
  for (const text of [
    summary,
    '999 passed in 1.0s\n5 failed in 1.0s\n',
    'Tests:       999 passed\n  3 passing (2ms)\n  1 failing\n',
    'all good\n',
  ]) {
    const found = auto.parse(written(text, 1));
    expect(found).toMatchObject({ known: true, value: { ...failed, format: 'exit-code' } });
    expect(found.known && found.value.told).toBeUndefined();
  }
});

test('uvu counts the rest of the total as failed', () => {
  const lines = (passed: number) =>
    `  Total:     4\n  Passed:    ${passed}\n  Skipped:   1\n  Duration:  2ms\n`;
  expect(auto.parse(written(lines(3)))).toMatchObject({
    value: { told: { passed: 3, failed: 0, skipped: 1 } },
  });
  expect(auto.parse(written(lines(1), 1))).toMatchObject({
    value: { told: { passed: 1, failed: 2, skipped: 1 } },
  });
});

test('ids are used only if they add up to the summary', () => {
  const lines = ['a.py::test_a PASSED [ 50%]', 'a.py::test_b FAILED [100%]'];
  const ids = (summary: string) => {
    const found = auto.parse(written([...lines, summary].join('\n'), 1));
    return found.known ? { ...found.value.outcomes } : found;
  };
  expect(ids('==== 1 failed, 1 passed in 0.01s ====')).toEqual({
    'a.py::test_a': 'passed',
    'a.py::test_b': 'failed',
  });
  expect(ids('==== 1 failed, 2 passed in 0.01s ====')).toEqual({ [WHOLE_COMMAND]: 'failed' });
});

test('several runs of one tool add up if they agree', () => {
  const runs = (failing: string, exitCode: number) =>
    auto.parse(written(`  3 passing (2s)\n  1 pending\n\n  2 passing (5ms)\n${failing}`, exitCode));
  expect(runs('', 0)).toMatchObject({ value: { told: { passed: 5, failed: 0, skipped: 1 } } });
  expect(runs('  1 failing\n', 1)).toMatchObject({ value: { format: 'exit-code' } });
});

test('plain go test names packages', () => {
  const found = auto.parse(written('ok  \texample.com/a\t0.1s\nFAIL\texample.com/b\t0.2s\nFAIL\n', 1));
  expect(found.known && { ...found.value.outcomes }).toEqual({
    'example.com/a': 'passed',
    'example.com/b': 'failed',
  });
});
