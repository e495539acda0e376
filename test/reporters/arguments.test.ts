import { describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { asInstrumented, runInstrumented } from './run-instrumented.ts';

const SCRIPT = `const { appendFileSync } = require('node:fs');
test('arguments', () => appendFileSync('../ran', JSON.stringify(process.argv.slice(2))));`;
const PYTHON = 'open("../ran", "a").write(repr(sys.argv[1:]))';

type Runner = {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly works?: boolean;
};

/** Two commands for each: without arguments, and with some of the project's own. */
const CASES: Readonly<Record<string, Runner>> = {
  jest: { command: 'npx jest', files: { 'package.json': '{}', 'it.test.js': SCRIPT } },
  mocha: {
    command: 'npx mocha --ui tdd it.cjs',
    files: { 'package.json': '{}', 'it.cjs': `suite('it', () => {${SCRIPT}});` },
  },
  vitest: {
    command: 'npx vitest run',
    files: {
      'package.json': '{}',
      'it.test.js': `import { test } from 'vitest';\nimport { appendFileSync } from 'node:fs';\n${SCRIPT.replace(/^.*\n/, '')}`,
    },
  },
  pytest: {
    command: 'python3 -m pytest',
    files: { 'test_it.py': `import sys\n\n\ndef test_it():\n    ${PYTHON}\n` },
    works: has.pytest,
  },
  'pytest with arguments': {
    command: 'python3 -m pytest -q -o console_output_style=classic test_it.py',
    files: { 'test_it.py': `import sys\n\n\ndef test_it():\n    ${PYTHON}\n` },
    works: has.pytest,
  },
  unittest: {
    command: 'python3 -m unittest',
    files: {
      'test_it.py': `import sys\nimport unittest\n\n\nclass TestIt(unittest.TestCase):\n    def test_it(self):\n        ${PYTHON}\n`,
    },
    works: has.python,
  },
};

describe('a test sees the arguments that it sees by hand', () => {
  for (const [name, { command, files, works = true }] of Object.entries(CASES))
    test.skipIf(!works)(`${name}${works ? '' : unless('pytest')}`, () => {
      const seen = runInstrumented({ command: asInstrumented(command), files });
      expect(seen).toBe(runInstrumented({ command, files }));
    });
});
