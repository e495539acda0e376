import { classifyHarnessPath } from '../analyse/harness/harness-paths.ts';
import { shellQuote } from '../domain/check/shell-quote.ts';
import type { NarrowedTests } from '../domain/evidence/evidence.ts';
import type { CheckPlan } from '../domain/source/repo-facts.ts';
import type { FunctionName } from './mark-functions.ts';
import { rankTestFiles } from './rank-test-files.ts';

const HEADER = /^diff --git (?:"?a\/.*"? )?"?b\/(.*?)"?$/;
const CHANGED = /^(?:[+-](?![+-]{2} )|@@ )/;
const DEFINED =
  /\b(?:def|class|function|func|fn|interface|struct|trait|enum|const|let|var|type)\s+([A-Za-z_$][\w$]{2,60})/g;
const MOST_LINES = 20_000;
const LONGEST_LINE = 2_000;

/** What a diff changes: its files, and names of source that are defined in changed lines or around them. */
export const changedNames = (patch: string): readonly FunctionName[] => {
  const found = new Map<string, FunctionName>();
  const add = (one: FunctionName): void => void found.set(`${one.path} ${one.name}`, one);
  let path: string | null = null;
  for (const line of patch.split('\n', MOST_LINES)) {
    const header = HEADER.exec(line);
    if (header !== null) {
      path = header[1] ?? null;
      if (path !== null) add({ path, name: '' });
    } else if (path !== null && classifyHarnessPath(path) !== 'test' && CHANGED.test(line))
      for (const [, name = ''] of line.slice(0, LONGEST_LINE).matchAll(DEFINED)) add({ path, name });
  }
  return [...found.values()];
};

/** Enough for what a change touches, few enough to end in time. */
const MOST_NEAR = 12;

const operand = (path: string): string => shellQuote(path.startsWith('-') ? `./${path}` : path);

type Suite = {
  /** The base's test files; those that were too many or too large to read have no text. */
  readonly tests: readonly { readonly path: string; readonly text: string }[];
  readonly of: number;
  readonly changed: readonly FunctionName[];
};

/** The plan with the test files nearest to the changes in place of all; null: none is near, or they only run whole. */
export const narrowTests = (
  plan: CheckPlan,
  { tests, of, changed }: Suite,
): { readonly plan: CheckPlan; readonly narrowed: NarrowedTests } | null => {
  const test = plan.checks.find(({ kind }) => kind === 'test');
  const own = new Set(changed.map(({ path }) => path));
  const touched = tests.filter(({ path }) => own.has(path)).map(({ path }) => path);
  const near = rankTestFiles(tests, changed, MOST_NEAR);
  const files = [...new Set([...touched, ...near])].slice(0, MOST_NEAR);
  if (test === undefined || plan.selectTests === null || files.length === 0) return null;
  const command = plan.selectTests.command.replaceAll('{files}', () => files.map(operand).join(' '));
  const { plain: _, ...rest } = test;
  const seconds = Math.round(test.timeoutMs / 1000);
  const shown = files.slice(0, 3).join(', ') + (files.length > 3 ? ', …' : '');
  return {
    plan: {
      ...plan,
      checks: plan.checks.map((check) => (check === test ? { ...rest, command } : check)),
      notes: [
        ...plan.notes,
        `the tests of the base did not end within ${seconds} s: only the ${files.length} of ${of} test files nearest to the changes ran (${shown}); set [scoring.timeouts] test to run all, or [scoring.commands] test to run others`,
      ],
    },
    narrowed: { files, of, timeoutMs: test.timeoutMs },
  };
};
