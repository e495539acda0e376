import { expect, test } from 'vitest';
import { evaluateField } from './evaluate-field.ts';
import { nodeProject } from './node-project.ts';
import { pytestProject, unittestProject } from './python-project.ts';

const TWICE_JS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twice } from '../src/twice.js';

test('doubles', () => {
  assert.equal(twice(2), 4);
});
test('doubles nothing', () => {
  assert.equal(twice(0), 0);
});
`;

test('node:test: a file that cannot be loaded on the base, and loads with the right one', async () => {
  const judged = await evaluateField(
    { ...nodeProject, 'test/twice.test.js': TWICE_JS },
    {
      right: { 'src/twice.js': 'export const twice = (x) => 2 * x;\n' },
      half: { 'src/twice.js': 'export const twice = (x) => x + 2;\n' },
      answers: { 'src/twice.js': 'export const twice = () => ({ valueOf: () => 4, __proto__: null });\n' },
    },
  );
  expect(judged.conclusion.winner).toBe('right');
  expect(judged.gatesOf('right')).toEqual([]);
  expect(judged.gatesOf('half')).toContain('progress');
  expect(judged.gatesOf('answers')).not.toEqual([]);
  expect(judged.replays).toBe(true);
});

test('pytest: the other files run next to one that cannot be imported', async () => {
  const judged = await evaluateField(
    {
      ...pytestProject,
      'tests/test_twice.py':
        'from tiny.twice import twice\n\n\ndef test_twice():\n    assert twice(2) == 4\n',
    },
    {
      right: { 'tiny/twice.py': 'def twice(x):\n    return 2 * x\n' },
      half: { 'tiny/twice.py': 'def twice(x):\n    return x\n' },
    },
  );
  expect(judged.conclusion.winner).toBe('right');
  expect(judged.conclusion.rankings[0]?.proof?.fixed).toBe(1);
  expect(judged.captured.baseline.tests).toMatchObject({ value: { passed: 3 } });
  expect(judged.gatesOf('half')).toContain('progress');
});

test('unittest: a module that cannot be imported is reported as the module', async () => {
  const judged = await evaluateField(
    {
      ...unittestProject,
      'tests/test_twice.py': `import unittest

from tiny.twice import twice


class TwiceTest(unittest.TestCase):
    def test_twice(self):
        self.assertEqual(twice(2), 4)
`,
    },
    {
      right: { 'tiny/twice.py': 'def twice(x):\n    return 2 * x\n' },
      half: { 'tiny/twice.py': 'def twice(x):\n    return x\n' },
    },
  );
  expect(judged.conclusion.winner).toBe('right');
  expect(judged.gatesOf('half')).toContain('progress');
});

test('a command that gives no report until the code exists', async () => {
  const suite = "test -f src/twice.js || exit 1; printf 'TAP version 13\\nok 1 - doubles\\n1..1\\n'";
  const judged = await evaluateField(
    { ...nodeProject, 'hydra.toml': `[scoring.commands]\ntest = "sh suite.sh"\n`, 'suite.sh': `${suite}\n` },
    {
      right: { 'src/twice.js': 'export const twice = (x) => 2 * x;\n' },
      other: { 'src/thrice.js': 'export const thrice = (x) => 3 * x;\n' },
    },
  );
  expect(judged.conclusion.winner).toBe('right');
  expect(judged.gatesOf('other')).toEqual(['progress']);
});

test('an edited test that fails on the base distinguishes the right fix from the wrong', async () => {
  const stricter = String(nodeProject['test/add.test.js']).replace(
    'assert.equal(add(5, 0), 5);',
    "assert.equal(add(5, 0), 5);\n  assert.equal(add('1', 2), 3);",
  );
  const passing = { ...nodeProject, 'test/clamp.test.js': null };
  const { 'test/clamp.test.js': _, ...base } = passing;
  const numbers = (how: string) => String(nodeProject['src/math.js']).replace('a + b', how);
  const judged = await evaluateField(base, {
    tester: { 'src/math.js': numbers('Number(a) + Number(b)'), 'test/add.test.js': stricter },
    agrees: { 'src/math.js': numbers('+a + +b') },
    wrong: { 'src/math.js': numbers('b + a') },
  });
  expect(judged.evidenceOf('tester').matrix?.proven).toEqual(['test/add.test.js > adds nothing']);
  expect(['tester', 'agrees']).toContain(judged.conclusion.winner);
  expect(judged.gatesOf('wrong')).toEqual(['progress']);
});
