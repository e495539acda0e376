import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptLog } from '../../../../src/core/report/text/excerpt-log.ts';

const noise = (count: number): string =>
  Array.from({ length: count }, (_, at) => `step ${at} went well`).join('\n');

test('lines about the failed test come before any other', () => {
  const log = `${noise(50)}\nnot ok 3 - adds two\n  got 3, wanted 4\n${noise(500)}\nerror: 1 of 9\n`;
  const lines = excerptLog(log, ['sum.test.js > adds two']);
  expect(lines).toContain('not ok 3 - adds two');
  expect(lines).toContain('  got 3, wanted 4');
  expect(lines).toContain('error: 1 of 9');
  expect(lines).toContain('…');
  expect(lines.length).toBeLessThan(30);
});

test('events of Go are shown as the text they carry', () => {
  const event = (fields: object): string => JSON.stringify({ Time: 'now', ...fields, Package: 'a/b' });
  const log = [
    event({ Action: 'run', Test: 'TestPad' }),
    event({ Action: 'output', Test: 'TestPad', Output: '    pad_test.go:7: Expected 3\n' }),
    event({ Action: 'output', Test: 'TestPad', Output: '--- FAIL: TestPad (0.00s)\n' }),
    event({ Action: 'fail', Test: 'TestPad' }),
    '{"Action":" cut',
  ].join('\n');
  expect(excerptLog(log, ['a/b > TestPad'])).toEqual([
    '    pad_test.go:7: Expected 3',
    '--- FAIL: TestPad (0.00s)',
    '{"Action":" cut',
  ]);
});

test('without any informative line, the last ones', () => {
  expect(excerptLog(noise(100))).toEqual(['…', ...noise(100).split('\n').slice(-20)]);
  expect(excerptLog('')).toEqual([]);
});

test('half a key at the cut is not shown', () => {
  const body = Array.from({ length: 20_000 }, () => 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB').join(
    '\n',
  );
  expect(excerptLog(`-----BEGIN PRIVATE KEY-----\n${body}\n${body}\nerror: no`)).toEqual(['error: no']);
});

test('whatever a program writes, the excerpt is short', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('error: x', 'a'.repeat(2_000), '\u001b[2J', 'FAIL adds'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), fc.array(fc.string()), (lines, titles) => {
      const shown = excerptLog(lines.join('\n'), titles);
      return shown.length <= 80 && shown.every((one) => one.length <= 300 && !one.includes('\u001b'));
    }),
  );
});
