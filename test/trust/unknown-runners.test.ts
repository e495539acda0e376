import { describe, expect, test } from 'vitest';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField } from './evaluate-field.ts';

const RIGHT = 'exports.add = (a, b) => a + b;\n';
const EQUAL = 'exports.add = (a, b) => b + a;\n';
const WRONG = 'exports.add = (a, b) => a - b;\n';
/** Prints anything; the command still fails. */
const FORGED = `console.log('999 passed in 1.0s\\n  999 passing (1s)\\nTests:       999 passed\\n# pass 999\\n# fail 0');\n${WRONG}`;
const TEST =
  "const { add } = require('./add.js');\nif (add(2, 1) !== 3) { console.log('5 failed in 1.0s'); process.exit(1); }\n";
const MAKEFILE = 'check:\n\t@node check.js\n';

const project = (more: Files, add = RIGHT): Files => ({ 'add.js': add, 'check.js': TEST, ...more });
const scripts = (test: string): Files => ({ 'package.json': JSON.stringify({ scripts: { test } }) });

describe('an unknown runner', () => {
  test.each<readonly [string, Files]>([
    ['node check.js', scripts('node check.js')],
    ['make check', { Makefile: MAKEFILE }],
    ['a shell script', { 'test.sh': 'set -e\nnode check.js\n' }],
    ['a pipe', scripts('node check.js || exit 3')],
  ])('%s: the exit code decides which candidate may win', async (_, files) => {
    const judged = await evaluateField(project(files), {
      wrong: { 'add.js': WRONG },
      forged: { 'add.js': FORGED },
      equal: { 'add.js': EQUAL },
    });
    expect(judged.gatesOf('equal')).not.toContain('tests');
    for (const name of ['wrong', 'forged']) {
      expect(judged.gatesOf(name)).toContain('tests');
      expect(judged.evidenceOf(name).tests).toMatchObject({ value: { failed: 1, trust: 'low-trust' } });
    }
    expect(judged.conclusion.rankings[0]?.agent).toBe('equal');
    expect(judged.replays).toBe(true);
  });

  test('a command that fails on the base and passes with a candidate is progress of low trust', async () => {
    const judged = await evaluateField(project({ Makefile: MAKEFILE }, WRONG), {
      right: { 'add.js': RIGHT },
      still: { 'add.js': 'exports.add = (a, b) => a * b;\n' },
    });
    expect(judged.conclusion.winner).toBe('right');
    expect(judged.conclusion.rankings[0]?.proof).toMatchObject({ progress: 'shown', fixed: 1 });
    expect(judged.conclusion.evidence_strength?.reasons.join()).toContain('low-trust');
    expect(judged.gatesOf('still')).toContain('progress');
  });

  test('tests that a candidate brings are proven by the exit code', async () => {
    const judged = await evaluateField(
      { ...project(scripts('node test/all.js')), 'test/all.js': "require('../check.js');\n" },
      {
        proves: {
          'add.js': `${RIGHT}exports.twice = (x) => 2 * x;\n`,
          'test/all.js':
            "require('../check.js');\nif (require('../add.js').twice(2) !== 4) process.exit(1);\n",
        },
      },
    );
    expect(judged.evidenceOf('proves').matrix?.proven).toEqual(['(the whole test command)']);
  });
});

describe('a known runner in a command that does more', () => {
  const NODE_TEST =
    "require('node:test')('adds', () => require('node:assert').equal(require('../add.js').add(2, 0), 2));\n";

  test('the commands after the tests count', async () => {
    const judged = await evaluateField(
      { ...project(scripts('node --test test/ && node check.js || exit 1')), 'test/add.test.js': NODE_TEST },
      { wrong: { 'add.js': WRONG }, equal: { 'add.js': EQUAL } },
    );
    expect(judged.evidenceOf('wrong').tests).toMatchObject({ value: { passed: 1, failed: 0 } });
    expect(judged.gatesOf('wrong')).toContain('tests');
    expect(judged.gatesOf('equal')).not.toContain('tests');
  });

  test('unless it fails on the base as well', async () => {
    const judged = await evaluateField(
      { ...project(scripts('node --test test/ && node absent.js')), 'test/add.test.js': NODE_TEST },
      { equal: { 'add.js': EQUAL } },
    );
    expect(judged.gatesOf('equal')).not.toContain('tests');
  });
});
