import { readPatchFiles } from '../analyse/diff/read-patch-files.ts';
import { classifyHarnessPath } from '../analyse/harness/harness-paths.ts';
import { withFiles } from '../commands/select-files.ts';
import type { NarrowedTests } from '../domain/evidence/evidence.ts';
import type { CheckPlan } from '../domain/source/repo-facts.ts';
import type { FunctionName } from '../probe/mark-functions.ts';
import { rankByWords } from './rank-by-words.ts';
import { rankTestFiles } from './rank-test-files.ts';

const DEFINED =
  /\b(?:def|class|function|func|fn|interface|struct|trait|enum|const|let|var|type)\s+([A-Za-z_$][\w$]{2,60})/g;
const MOST_LINES = 20_000;
const LONGEST_LINE = 2_000;

/** What a diff changes: its files, and names of source that are defined in changed lines or around them. */
export const changedNames = (patch: string): readonly FunctionName[] => {
  const found = new Map<string, FunctionName>();
  const add = (one: FunctionName): void => void found.set(`${one.path} ${one.name}`, one);
  for (const { path, hunks } of readPatchFiles(patch.split('\n', MOST_LINES).join('\n'))) {
    add({ path, name: '' });
    if (classifyHarnessPath(path) === 'test') continue;
    for (const line of hunks.flatMap(({ heading, removed, added }) => [heading, ...removed, ...added]))
      for (const [, name = ''] of line.slice(0, LONGEST_LINE).matchAll(DEFINED)) add({ path, name });
  }
  return [...found.values()];
};

/** Enough for the code that a change touches, few enough to end in time. */
const MOST_NEAR = 12;

type Suite = {
  /** Those of the base's test files that were read. */
  readonly tests: readonly { readonly path: string; readonly text: string }[];
  readonly of: number;
  /** What each candidate changes. */
  readonly changes: readonly (readonly FunctionName[])[];
  /** The same changes as diffs, and the task. */
  readonly patches: readonly string[];
  readonly task: string;
};

/** The nearest of each, then the second nearest of each, and so on: no candidate crowds out another's tests. */
const inTurn = (lists: readonly (readonly string[])[]): readonly string[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1)));
  return [...new Set(turns.flat())];
};

const ABOUT_TESTS = /^(?:tests?|testing|__tests__|specs?|unit|src|lib|main)$/i;

/** The folder that a file or test belongs to: `price` for both `lib/price/sum.js` and `test/price/sum.test.js`. */
const subjectOf = (path: string): string =>
  path
    .split('/')
    .slice(0, -1)
    .filter((part) => !ABOUT_TESTS.test(part))
    .join('/');

const placesOf = (changed: readonly FunctionName[]): ReadonlySet<string> =>
  new Set(
    changed
      .filter(({ path }) => classifyHarnessPath(path) !== 'test')
      .map(({ path }) => subjectOf(path))
      .filter((place) => place !== ''),
  );

/** Tests of the changed source, then tests that the change edits, then tests of neighbouring source. */
const nearestTo = (changed: readonly FunctionName[], tests: Suite['tests']): readonly string[] => {
  const own = new Set(changed.map(({ path }) => path));
  const edited = tests.filter(({ path }) => own.has(path)).map(({ path }) => path);
  const places = placesOf(changed);
  const beside = tests.filter(({ path }) => places.has(subjectOf(path))).map(({ path }) => path);
  return [...new Set([...rankTestFiles(tests, changed, MOST_NEAR), ...edited, ...beside])];
};

/** The plan with only the test files nearest to the changes; null: none is near, or the suite only runs as a whole. */
export const narrowTests = (
  plan: CheckPlan,
  { tests, of, changes, patches, task }: Suite,
  most = Math.max(MOST_NEAR, changes.length),
): { readonly plan: CheckPlan; readonly narrowed: NarrowedTests } | null => {
  const test = plan.checks.find(({ kind }) => kind === 'test');
  const all = changes.flat();
  const places = placesOf(all);
  const known = new Set([...rankTestFiles(tests, all, tests.length), ...all.map(({ path }) => path)]);
  const near = tests.filter(({ path }) => known.has(path) || places.has(subjectOf(path)));
  const alike = rankByWords(tests, patches, task);
  const lists = changes.map((changed, at) => inTurn([nearestTo(changed, near), alike[at] ?? []]));
  const files = inTurn(lists).slice(0, most);
  if (test === undefined || plan.selectTests === null || files.length === 0) return null;
  const command = withFiles(plan.selectTests, files);
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
