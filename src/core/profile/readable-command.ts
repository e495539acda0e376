import type { ReportSource } from '../domain/check/check.ts';
import type { Segment } from './command-line.ts';
import { type Instrumented, instrumentCommand, instrumentSegments } from './instrument-command.ts';
import { JS_TEST_RUNNERS } from './js-test-runners.ts';
import { LINTERS } from './linters.ts';
import { OTHER_TEST_RUNNERS } from './other-test-runners.ts';
import type { Tool } from './tool.ts';

/** A command, and how what it says will be read. */
export type ReadableCommand = {
  readonly command: string;
  /** As it would be run by hand, without our reporter. */
  readonly plain: string;
  readonly tool: string | null;
  readonly parser: string | null;
  readonly report: ReportSource;
  /** For some test files alone, named by `{files}`; null: it only runs whole. */
  readonly select: string | null;
  readonly notes: readonly string[];
};

export type Purpose = 'test' | 'lint';

const TOOLS: Readonly<Record<Purpose, readonly Tool[]>> = {
  test: [...JS_TEST_RUNNERS, ...OTHER_TEST_RUNNERS],
  lint: LINTERS,
};

/** Any command of a profile's or of the user's own; what is not recognised is run as it is. */
export const readableCommand = (purpose: Purpose, command: string): ReadableCommand =>
  fromInstrumented(instrumentCommand(command, TOOLS[purpose]), purpose, command) ??
  byEnvironment(purpose, command, command);

/** A package.json script: its segments where it could be resolved, and the command that npm would run. */
export const readableScript = (
  purpose: Purpose,
  script: { readonly segments: readonly Segment[] | null; readonly command: string; readonly text: string },
): ReadableCommand => {
  const known = script.segments === null ? null : instrumentSegments(script.segments, TOOLS[purpose]);
  return (
    fromInstrumented(known, purpose, script.command) ?? byEnvironment(purpose, script.command, script.text)
  );
};

const fromInstrumented = (
  known: Instrumented | null,
  purpose: Purpose,
  plain: string,
): ReadableCommand | null => {
  if (known === null) return null;
  const { command, tool, parser, report, unread, select } = known;
  const note = `the ${purpose} command also runs ${unread.join(', ')}: only the results of ${tool} are read by name`;
  return { command, plain, tool, parser, report, select, notes: unread.length > 0 ? [note] : [] };
};

type ByVariable = Omit<ReadableCommand, 'command' | 'plain' | 'notes' | 'select'> & {
  readonly looksLike: RegExp;
  readonly sets: string;
};

/** Runners that take their reporter from a variable too, for commands that cannot be taken apart. */
const BY_VARIABLE: readonly ByVariable[] = [
  {
    tool: 'node:test',
    looksLike: /\b(node|tsx)\b[^|;&]{0,300}\s--test\b/,
    sets: 'NODE_OPTIONS="--test-reporter=$HYDRA_REPORTERS/node-test.mjs --test-reporter-destination=stdout ${NODE_OPTIONS:-}"',
    parser: 'node-test',
    report: { from: 'report-file', name: 'tests.jsonl' },
  },
  {
    tool: 'pytest',
    looksLike: /\bpytest\b/,
    sets: 'PYTEST_ADDOPTS="-p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml=$HYDRA_REPORT_DIR/tests.xml ${PYTEST_ADDOPTS:-}"',
    parser: 'junit',
    report: { from: 'report-file', name: 'tests.xml' },
  },
];

const OTHER_RUNNERS = /\b(vitest|jest|mocha|ava|tape|tap)\b/;

const byEnvironment = (purpose: Purpose, command: string, text: string): ReadableCommand => {
  const shown = text.slice(0, 4096);
  const matches = BY_VARIABLE.filter(({ looksLike }) => looksLike.test(shown));
  const [only] = matches;
  if (purpose === 'test' && only !== undefined && matches.length === 1 && !OTHER_RUNNERS.test(shown)) {
    const { tool, parser, report, sets } = only;
    return {
      command: `export ${sets}; ${command}`,
      plain: command,
      tool,
      parser,
      report,
      select: null,
      notes: [],
    };
  }
  const note = `the ${purpose} command \`${command.slice(0, 120)}\` calls no tool that is known here: its console output is read (low trust)`;
  return {
    command,
    plain: command,
    tool: null,
    parser: 'auto',
    report: { from: 'log' },
    select: null,
    notes: [note],
  };
};
