import { describe, expect, test } from 'vitest';
import { seedsAt } from '../../src/shell/adapters/workspaces/launch/places.ts';
import { has, unless } from '../support/needs.ts';
import { asInstrumented, runInstrumented } from './run-instrumented.ts';

/** Ten tests that append their number to a file. */
const tests = (one: (number: number) => string): string =>
  Array.from({ length: 10 }, (_, number) => one(number)).join('\n');

const PYTHON = tests(
  (number) => `    def test_${number}(self):\n        open("../ran", "a").write("${number} ")`,
);
const SCRIPT = `const { appendFileSync } = require('node:fs');
${tests((number) => `test('t${number}', () => appendFileSync('../ran', '${number} '));`)}`;
const VITEST = `import { test } from 'vitest';\n${SCRIPT.replace(/^.*\n/, "import { appendFileSync } from 'node:fs';\n")}`;
const GO = `package x
import ("os"; "testing")
func note(text string) { f, _ := os.OpenFile("../ran", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); f.WriteString(text); f.Close() }
${tests((number) => `func Test${number}(t *testing.T) { note("${number} ") }`)}`;

type Runner = {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly works?: boolean;
};

const CASES: Readonly<Record<string, Runner>> = {
  pytest: {
    command: 'python3 -m pytest',
    files: { 'test_it.py': `class TestIt:\n${PYTHON}\n` },
    works: has.pytest,
  },
  unittest: {
    command: 'python3 -m unittest',
    files: { 'test_it.py': `import unittest\n\n\nclass TestIt(unittest.TestCase):\n${PYTHON}\n` },
    works: has.python,
  },
  mocha: {
    command: 'npx mocha --ui tdd it.cjs',
    files: { 'package.json': '{}', 'it.cjs': `suite('it', () => {${SCRIPT}});` },
  },
  vitest: { command: 'npx vitest', files: { 'package.json': '{}', 'it.test.js': VITEST } },
  jest: { command: 'npx jest', files: { 'package.json': '{}', 'it.test.js': SCRIPT } },
  go: {
    command: 'go test ./...',
    files: { 'go.mod': 'module x\n\ngo 1.17\n', 'it_test.go': GO },
    works: has.go,
  },
};

const orderOf = ({ command, files }: Runner, seed: number | null): string => {
  const set = { GOFLAGS: '-mod=readonly', PYTHONHASHSEED: '0' };
  const env = { ...set, ...seedsAt(seed === null ? undefined : 'elsewhere', set, seed ?? 0) };
  return runInstrumented({ command: asInstrumented(command), files, env }).trim();
};

const USUAL = '0 1 2 3 4 5 6 7 8 9';

describe.each(Object.entries(CASES))('%s', (name, runner) => {
  test.skipIf(runner.works === false)(
    `runs every test once, in another order that the seed decides${runner.works === false ? unless(name as 'go') : ''}`,
    { timeout: 120_000 },
    () => {
      const [usual, other, again] = [orderOf(runner, null), orderOf(runner, 1234), orderOf(runner, 1234)];
      expect(usual).toBe(USUAL);
      expect(other).not.toBe(USUAL);
      expect(other.split(' ').sort().join(' ')).toBe(USUAL);
      expect(again).toBe(other);
    },
  );
});
