import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable, printableLine } from '../../../../src/core/report/text/printable.ts';

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a title change', 'a\u001b]0;owned\u0007b', 'ab'],
  ['a hyperlink', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['cursor moves and clears', '\u001b[2J\u001b[Hgone', 'gone'],
  ['C1 control introducer', 'a\u009b31mb', 'a31mb'],
  ['backspaces and bells', 'pass\b\b\b\bfail\u0007', 'passfail'],
  ['carriage returns that overwrite', 'FAILED\rpassed', 'FAILEDpassed'],
  ['bidirectional overrides', 'a\u202eb\u2066c', 'abc'],
  ['tabs and newlines stay', 'a\tb\nc', 'a\tb\nc'],
])('%s', (_, input, expected) => {
  expect(printable(input)).toBe(expected);
});

test('whatever a candidate prints, no control character but tab and newline reaches the screen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});

test('a line is one line, cut to its width', () => {
  expect(printableLine('a\n  b\tc')).toBe('a ⏎ b c');
  expect(printableLine('x'.repeat(500), 10)).toBe(`${'x'.repeat(9)}…`);
});
