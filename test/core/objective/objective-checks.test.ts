import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isConfigurationPath } from '../../../src/core/analyse/paths/configuration-paths.ts';
import type { ChangedLineCounts } from '../../../src/core/analyse/diff/parse-numstat.ts';
import {
  type CheckOf,
  nameCheck,
  ObjectiveCheck,
} from '../../../src/core/domain/experiment/objective-check.ts';
import { findInJson } from '../../../src/core/objective/check-files.ts';
import { checkCommand, checkTestSuite } from '../../../src/core/objective/check-commands.ts';
import { checkDiffWithin } from '../../../src/core/objective/check-diff-within.ts';
import {
  checkFileContains,
  checkFileExists,
  checkJsonPath,
} from '../../../src/core/objective/check-files.ts';

const check = <T extends ObjectiveCheck['type']>(type: T, said: object): CheckOf<T> =>
  ObjectiveCheck.parse({ type, ...said }) as CheckOf<T>;
const file = (text: string | null) => ({ exists: true, text });
const NOTHING = { exists: false, text: null };

describe('files', () => {
  test('exist, or must not', () => {
    const there = check('file_exists', { path: 'a' });
    const away = check('file_exists', { path: 'a', exists: false });
    expect([there, away].map((one) => checkFileExists(one, file(null)).passed)).toEqual([true, false]);
    expect([there, away].map((one) => checkFileExists(one, NOTHING).passed)).toEqual([false, true]);
  });

  test('contain a text, never a pattern; an unreadable file contains nothing and lacks nothing', () => {
    const has = check('file_contains', { path: 'a', text: 'a.c' });
    const lacks = check('file_contains', { path: 'a', text: 'a.c', contains: false });
    expect(checkFileContains(has, file('xa.cx')).passed).toBe(true);
    expect(checkFileContains(has, file('abc')).passed).toBe(false);
    expect(checkFileContains(lacks, file('abc')).passed).toBe(true);
    expect([has, lacks].map((one) => checkFileContains(one, NOTHING).passed)).toEqual([false, false]);
  });

  test.each([
    ['scripts.test', 'x', true],
    ['list[1].name', 'b', true],
    ['["a key"]', 1, true],
    ['list[2]', undefined, false],
    ['scripts', { test: 'x', build: 'y' }, true],
    ['scripts', { build: 'y', test: 'x' }, true],
    ['scripts.test', 'y', false],
    ['constructor', undefined, false],
    ['__proto__', undefined, false],
    ['a..b', undefined, false],
    ['scripts.test.length', undefined, false],
  ])('have JSON at %s', (at, equals, passed) => {
    const text = JSON.stringify({
      scripts: { test: 'x', build: 'y' },
      list: [{ name: 'a' }, { name: 'b' }],
      'a key': 1,
    });
    const one = check('json_path', { path: 'a.json', at, ...(equals === undefined ? {} : { equals }) });
    expect(checkJsonPath(one, file(text)).passed).toBe(passed);
  });

  test('that are not JSON, or nested without end, fail and break nothing', () => {
    const one = check('json_path', { path: 'a', at: '' });
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const seen of [NOTHING, file('{'), file(''), file(deep)])
      expect(checkJsonPath(one, seen).passed).toBe(false);
  });

  test('any path in any document gives a result', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (document, path) => {
        const found = findInJson(document, path);
        return found.found || found.reason !== '';
      }),
    );
  });
});

describe('diffs', () => {
  const changed = new Map<string, ChangedLineCounts>([
    ['src/a.js', { added: 3, removed: 1 }],
    ['src/deep/logo.png', 'binary'],
  ]);
  test.each([
    [{}, true],
    [{ paths: ['src/**'] }, true],
    [{ paths: ['src/*.js'] }, false],
    [{ max_files: 2, max_lines: 4 }, true],
    [{ max_files: 1 }, false],
    [{ max_lines: 3 }, false],
  ])('within %j: %s', (said, passed) => {
    expect(checkDiffWithin(check('diff_within', said), changed).passed).toBe(passed);
  });
});

type Suite = {
  readonly code: number | null;
  readonly text: string;
  readonly passed: boolean;
  readonly least?: number;
};

describe('commands', () => {
  const end = (exitCode: number | null, text = '') => ({
    exitCode,
    ended: 'stopped after 1 s',
    documents: [{ name: 'stdout', text }],
    root: '/work',
  });
  const TAP = 'TAP version 13\nok 1 - a\nok 2 - b\n1..2\n';
  const FAILING = 'TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n';

  test('end with the required code', () => {
    const one = check('command', { run: 'x', exit_code: 3 });
    expect([0, 3, null].map((code) => checkCommand(one, end(code)).passed)).toEqual([false, true, false]);
    expect(checkCommand(one, end(null)).reason).toBe('stopped after 1 s');
  });

  test.each([
    ['all pass', { code: 0, text: TAP, passed: true }],
    ['one fails', { code: 0, text: FAILING, passed: false }],
    ['a bad exit code', { code: 1, text: TAP, passed: false }],
    ['too few', { code: 0, text: TAP, passed: false, least: 3 }],
    ['no test at all', { code: 0, text: '', passed: false }],
    ['stopped', { code: null, text: TAP, passed: false }],
  ])('are suites: %s', (_, { code, text, passed, least = 1 }: Suite) => {
    const one = check('test_suite', { run: 'x', format: 'tap', min_passed: least });
    expect(checkTestSuite(one, end(code, text)).passed).toBe(passed);
  });
});

test('checks are named by their author, else by what they examine', () => {
  expect(nameCheck(check('command', { run: 'make', name: 'builds' }))).toBe('builds');
  expect(nameCheck(check('json_path', { path: 'a.json', at: 'b' }))).toBe('json_path a.json b');
});

test.each([
  ['CLAUDE.md', true],
  ['packages/a/AGENTS.md', true],
  ['.claude/skills/x/SKILL.md', true],
  ['.cursor/rules/a.mdc', true],
  ['README.md', false],
  ['src/claude.ts', false],
])('%s gives agents a hint: %s', (path, told) => {
  expect(isConfigurationPath(path)).toBe(told);
});
