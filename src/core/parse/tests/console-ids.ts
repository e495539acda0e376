import type { TestOutcome } from '../../domain/test-report.ts';
import type { TestEntry } from './test-entries.ts';

const PYTEST_LINE =
  /^(?:\[gw\d+\] )?(?:\[ *\d+%\] )?(\S+\.py::.+?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: .*)?$/;
const GO_LINE = /^\s*--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;
const UNITTEST_LINE =
  /^(\w+) \(([\w.]+)\)(?:\n.*)? \.\.\. (ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$/;

const OUTCOME: Readonly<Record<string, TestOutcome>> = {
  PASSED: 'passed',
  XPASS: 'passed',
  FAILED: 'failed',
  ERROR: 'failed',
  SKIPPED: 'skipped',
  XFAIL: 'skipped',
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  ok: 'passed',
  skipped: 'skipped',
  'expected failure': 'skipped',
  'unexpected success': 'failed',
};

/** Ids that a verbose console names, by tool. */
export const consoleIds = (
  lines: readonly string[],
): { readonly tool: string; readonly entries: readonly TestEntry[] }[] => [
  { tool: 'pytest', entries: collect(lines, PYTEST_LINE, ([, id = '', word = '']) => ({ id, word })) },
  {
    tool: 'unittest',
    entries: collect(lines, UNITTEST_LINE, ([, name = '', owner = '', word = '']) => ({
      id: owner.endsWith(`.${name}`) ? owner : `${owner}.${name}`,
      word: word.startsWith('skipped') ? 'skipped' : word,
    })),
  },
  { tool: 'go test', entries: collect(lines, GO_LINE, ([, word = '', id = '']) => ({ id, word })) },
];

const collect = (
  lines: readonly string[],
  pattern: RegExp,
  read: (found: RegExpExecArray) => { readonly id: string; readonly word: string },
): TestEntry[] =>
  lines.flatMap((line) => {
    const found = pattern.exec(line);
    if (!found) return [];
    const { id, word } = read(found);
    return [{ id, outcome: OUTCOME[word] ?? 'failed' }];
  });
