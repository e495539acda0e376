import { expect, test } from 'vitest';
import { logLine, maskLines } from '../../../src/core/view/screen-text.ts';

test('a line of a log keeps its colours and loses everything that could fool a screen', () => {
  expect(logLine('\u001b[31mred\u001b[0m')).toBe('\u001b[31mred\u001b[0m');
  expect(logLine('\u001b]0;title\u0007a\u001b[2Jb\u001b[1;1Hc')).toBe('abc');
  expect(logLine('10 %\r50 %\rdone')).toBe('done');
  expect(logLine('a\u202eb\u0000c\u0008d\te')).toBe('abcd\te');
});

test('secrets are masked and every line keeps its number', () => {
  const lines = [
    'before',
    '+-----BEGIN RSA PRIVATE KEY-----',
    '+MIIEowIBAAKCAQEA0123456789abcdef',
    '+abcdefabcdefabcdefabcdefabcdef12',
    '+-----END RSA PRIVATE KEY-----',
    'password = "hunter2hunter2XY9"',
    'after',
  ];
  const masked = maskLines(lines, (line) => line.slice(0, 1));
  expect(masked.length).toBe(lines.length);
  expect(masked.join('\n')).not.toContain('MIIE');
  expect(masked.join('\n')).not.toContain('hunter2');
  expect([masked[0], masked[2], masked[4], masked[6]]).toEqual([
    'before',
    '+[masked private key]',
    '+-----END RSA PRIVATE KEY-----',
    'after',
  ]);
});
