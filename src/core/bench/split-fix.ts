import { classifyHarnessPath } from '../analyse/harness/harness-paths.ts';

const TEST_PARTS: ReadonlySet<string | null> = new Set(['test', 'fixture', 'snapshot']);

export type ChangedPaths = { readonly written: readonly string[]; readonly removed: readonly string[] };

export type SplitFix = {
  /** What hidden tests are made of: tests, their fixtures and snapshots. */
  readonly tests: readonly string[];
  /** What solves the task. */
  readonly source: readonly string[];
};

/** Separates a fix from its tests; `files` names the tests if the usual names do not. */
export const splitFix = ({ written, removed }: ChangedPaths, files?: readonly string[]): SplitFix => {
  const named = files === undefined ? null : new Set(files);
  const isTest = (path: string): boolean => named?.has(path) ?? TEST_PARTS.has(classifyHarnessPath(path));
  // A test that the selection leaves out is no part of the solution either.
  const isSource = (path: string): boolean => !isTest(path) && !TEST_PARTS.has(classifyHarnessPath(path));
  return { tests: written.filter(isTest), source: [...written, ...removed].filter(isSource).sort() };
};
