import type { TestOutcome } from '../../domain/check/test-report.ts';
import { goConsoleEntries } from './go-console.ts';
import type { TestEntry } from './test-entries.ts';

const PYTEST_STATUS = / (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?= |$)/;
const PYTEST_PROGRESS = /^(?:\[gw\d+\] )?(?:\[ *\d+%\] )?/;
const UNITTEST_LINE =
  /^(\w+) \(([\w.]+)\) \.\.\. (ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?= |$)/;

const OUTCOME: ReadonlyMap<string, TestOutcome> = new Map([
  ['PASSED', 'passed'],
  ['XPASS', 'passed'],
  ['ok', 'passed'],
  ['SKIPPED', 'skipped'],
  ['XFAIL', 'skipped'],
  ['skipped', 'skipped'],
  ['expected failure', 'skipped'],
]);

const entryOf = (id: string, word: string): TestEntry => ({ id, outcome: OUTCOME.get(word) ?? 'failed' });

/** `tests/test_a.py::test_b PASSED [ 50%]`, and the other way round under xdist. */
const pytestEntry = (line: string): TestEntry | null => {
  if (!line.includes('.py::')) return null;
  const status = PYTEST_STATUS.exec(line);
  if (!status) return null;
  const before = line.slice(0, status.index).replace(PYTEST_PROGRESS, '');
  const id = before.includes('.py::') ? before : line.slice(status.index + status[0].length);
  return entryOf(id.trim(), status[1] ?? '');
};

const unittestEntry = (line: string): TestEntry | null => {
  const found = UNITTEST_LINE.exec(line);
  if (!found) return null;
  const [, name = '', owner = '', word = ''] = found;
  // Since 3.11 the name is there twice.
  return entryOf(owner.endsWith(`.${name}`) ? owner : `${owner}.${name}`, word);
};

/** `2/6 Test #2: name ....***Not Run   0.00 sec`; the dots may be missing after a long name. */
const CTEST_LINE =
  /^ {0,8}\d{1,9}\/\d{1,9} Test +#\d{1,9}: (\S.{0,1000}?) \.* {0,20}(?:\*{3})?(Passed|Failed|Skipped|Timeout|Not Run \(Disabled\)|Not Run|Exception: \S{1,40}|Bad Command|Child aborted|Subprocess \w{1,20}|Required regular expression not found\S{0,60}|Error regular expression found\S{0,60})/;

const CTEST_SKIPS = new Set(['Skipped', 'Not Run (Disabled)']);

const ctestEntry = (line: string): TestEntry | null => {
  const [, id = '', word = ''] = CTEST_LINE.exec(line) ?? [];
  if (id === '') return null;
  return { id, outcome: CTEST_SKIPS.has(word) ? 'skipped' : word === 'Passed' ? 'passed' : 'failed' };
};

const collect = (lines: readonly string[], read: (line: string) => TestEntry | null): readonly TestEntry[] =>
  lines.map(read).filter((entry) => entry !== null);

type Named = { readonly tool: string; readonly entries: readonly TestEntry[] };

/** Ids that a verbose console names, by tool. */
export const consoleIds = (lines: readonly string[]): readonly Named[] => [
  { tool: 'pytest', entries: collect(lines, pytestEntry) },
  { tool: 'unittest', entries: collect(lines, unittestEntry) },
  { tool: 'ctest', entries: collect(lines, ctestEntry) },
  { tool: 'go test', entries: goConsoleEntries(lines) },
];
