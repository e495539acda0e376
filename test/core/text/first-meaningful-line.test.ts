import { expect, test } from 'vitest';
import { firstMeaningfulLine } from '../../../src/core/text/first-meaningful-line.ts';

test.each([
  [
    'quoted source before the error',
    '// Error message when halted\n/* fatal : x */\n * an Error to pass\nconst e = new Error(x)\nError: it failed to install\n    at a.js:1\n',
    'Error: it failed to install',
  ],
  [
    'a stack of Python',
    'Traceback (most recent call last):\n  File "a.py"\nImportError: no b\n',
    'ImportError: no b',
  ],
  ['words of a failure without a named error', 'building\ncannot find x\ndone\n', 'cannot find x'],
  ['nothing that tells', 'one\ntwo\n', 'two'],
  ['an empty log', '\n', null],
])('of %s', (_, log, line) => expect(firstMeaningfulLine(log)).toBe(line));
