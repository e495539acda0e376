import { classifyHarnessPath } from '../../harness/harness-paths.ts';
import type { Change, FileChange } from '../flag-rule.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { readTests } from './read-tests.ts';
import type { TestCase } from '../../../languages/parts/test-case.ts';

export type PlacedTest = {
  readonly test: TestCase;
  readonly file: FileChange;
  readonly version: FileVersion;
};
export type PairedTest = { readonly before: PlacedTest; readonly after: PlacedTest };

export type PairedTests = {
  readonly pairs: readonly PairedTest[];
  readonly removed: readonly PlacedTest[];
  readonly added: readonly PlacedTest[];
};

/** Half of the lines are shared: the same test under another name. */
const SAME_TEST = 0.5;
const MAX_COMPARED = 400;

const holdsTests = (path: string, file: FileChange): boolean =>
  file.language?.paths.testsInSources === true || classifyHarnessPath(path) === 'test';

const testsOf = (file: FileChange, side: 'before' | 'after'): readonly PlacedTest[] => {
  const version = file[side];
  const path = side === 'before' ? (file.oldPath ?? file.path) : file.path;
  if (!version || !holdsTests(path, file)) return [];
  return readTests(version, file.language).map((test) => ({ test, file, version }));
};

const linesOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((line) => line.length > 3),
  );

const similarity = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = [...a].filter((line) => b.has(line)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
};

/** Pairs by place and name first, then by name anywhere in the change. */
const pairByName = (before: readonly PlacedTest[], after: readonly PlacedTest[]) => {
  const taken = new Set<PlacedTest>();
  const pairs: PairedTest[] = [];
  const pairWith = (
    left: readonly PlacedTest[],
    keyOf: (placed: PlacedTest) => string,
  ): readonly PlacedTest[] => {
    const waiting = new Map<string, PlacedTest[]>();
    for (const placed of after)
      if (!taken.has(placed))
        waiting.set(keyOf(placed), [...(waiting.get(keyOf(placed)) ?? []).slice(0, MAX_COMPARED), placed]);
    return left.filter((placed) => {
      const match = waiting.get(keyOf(placed))?.shift();
      if (match === undefined) return true;
      taken.add(match);
      pairs.push({ before: placed, after: match });
      return false;
    });
  };
  const elsewhere = pairWith(before, ({ test, file }) => `${file.path}\0${test.name}`);
  const unnamed = pairWith(elsewhere, ({ test }) => test.name.slice(test.name.lastIndexOf('›') + 1));
  return { pairs, removed: unnamed, added: after.filter((placed) => !taken.has(placed)) };
};

const pair = (change: Change): PairedTests => {
  const before = change.files.flatMap((file) => testsOf(file, 'before'));
  const after = change.files.flatMap((file) => testsOf(file, 'after'));
  const { pairs, removed, added } = pairByName(before, after);
  const left = added.slice(0, MAX_COMPARED).map((placed) => ({ placed, lines: linesOf(placed.test.text) }));
  const renamed: PairedTest[] = [];
  const gone = removed.filter((placed, at) => {
    if (at >= MAX_COMPARED) return true;
    const lines = linesOf(placed.test.text);
    const match = left.findIndex((other) => similarity(lines, other.lines) >= SAME_TEST);
    if (match < 0) return true;
    const [found] = left.splice(match, 1);
    renamed.push({ before: placed, after: found!.placed });
    return false;
  });
  const renamedTo = new Set(renamed.map(({ after: placed }) => placed));
  return {
    pairs: [...pairs, ...renamed],
    removed: gone,
    added: added.filter((placed) => !renamedTo.has(placed)),
  };
};

const known = new WeakMap<Change, PairedTests>();

/** Pairs the base's tests with the new ones: moved, renamed, gone or new. */
export const pairTests = (change: Change): PairedTests => {
  const paired = known.get(change) ?? pair(change);
  known.set(change, paired);
  return paired;
};
