import type { Captured, TreeEvidence } from '../evidence/evidence.ts';
import { mapMeasured } from '../measured.ts';

/** Without a prototype: a test may be called `constructor` or `__proto__`. */
export const sortedRecord = <T>(record: Readonly<Record<string, T>>): Record<string, T> => {
  const sorted: Record<string, T> = Object.create(null);
  for (const key of Object.keys(record).sort()) sorted[key] = record[key] as T;
  return sorted;
};

/** Stored records are read back in key order; a decision made before storing must see the same order. */
export const withSortedRecords = (captured: Captured): Captured => ({
  ...captured,
  baseline: sortTree(captured.baseline),
  evidence: captured.evidence.map(sortTree),
});

const sortTree = <T extends TreeEvidence>(tree: T): T => ({
  ...tree,
  build: mapMeasured(tree.build, (build) =>
    build.targets === undefined ? build : { ...build, targets: sortedRecord(build.targets) },
  ),
  tests: mapMeasured(tree.tests, (tests) => ({
    ...tests,
    ...(tests.outcomes === undefined ? {} : { outcomes: sortedRecord(tests.outcomes) }),
    ...(tests.files === undefined ? {} : { files: sortedRecord(tests.files) }),
  })),
});
