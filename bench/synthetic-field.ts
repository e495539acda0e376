import { createHash } from 'node:crypto';
import type { Captured, Evidence, TreeEvidence } from '../src/core/domain/evidence/evidence.ts';
import { measured, missing } from '../src/core/domain/measured.ts';
import type { TestOutcome } from '../src/core/domain/check/test-report.ts';

const patch = new TextEncoder().encode('diff --git a/a b/a\n');
const patchSha256 = createHash('sha256').update(patch).digest('hex');

const treeEvidence = (tree: string, tests: number, failing: number): TreeEvidence => {
  const outcomes: Record<string, TestOutcome> = {};
  for (let index = 0; index < tests; index += 1)
    outcomes[`suite/file-${index % 50}.test.js > case ${index}`] = index === failing ? 'failed' : 'passed';
  const failed = failing >= 0 && failing < tests ? 1 : 0;
  return {
    tree,
    runs: [],
    build: measured({ passed: true }),
    tests: measured({
      format: 'node-test',
      trust: 'structured',
      passed: tests - failed,
      failed,
      skipped: 0,
      outcomes,
    }),
    lint: measured({ format: 'eslint-json', trust: 'structured', errors: 0, warnings: 0, findings: [] }),
    security: missing('not-configured', 'no security command'),
  };
};

const hexId = (index: number): string => index.toString(16).padStart(40, '0');

const evidence = (index: number, tests: number): Evidence =>
  ({
    candidate: {
      name: `c${index}`,
      source: { kind: 'patch', at: `c${index}.patch` },
      provenance: { status: 'completed', duration_ms: 1000 + index },
    },
    patchSha256,
    diff: measured({
      files: [],
      added: 1 + index,
      removed: 0,
      effectiveAdded: 1 + index,
      effectiveRemoved: 0,
      effect: true,
    }),
    ...treeEvidence(hexId(index + 1), tests, index % (tests * 2)),
    flags: [],
  }) as Evidence;

/** Everything a run of that size would have captured, without running it. */
export const syntheticField = (
  candidates: number,
  tests: number,
): { readonly captured: Captured; readonly patch: Uint8Array } => ({
  patch,
  captured: {
    base: { ref: 'main', commit: hexId(0), tree: hexId(0), branch: 'refs/heads/main' },
    profile: 'js-node',
    isolation: { level: 'sandboxed', detail: 'bubblewrap, overlays' },
    notes: [],
    baseline: treeEvidence(hexId(0), tests, tests),
    evidence: Array.from({ length: candidates }, (_, index) => evidence(index, tests)),
    rejected: [],
  } as Captured,
});

/** The same as a current run would have captured it: with comparisons and controls. */
export const asExamined = (captured: Captured): Captured => ({
  ...captured,
  quarantined: [],
  controls: [],
  evidence: captured.evidence.map((one, index) => ({
    ...one,
    pinned: { tree: one.tree, restored: [], apart: [], merged: [] },
    sketch: {
      places: [{ path: `src/file-${index % 7}.js`, blocks: [index % 5, 9] }],
      tokens: Array.from({ length: 40 }, (_, at) => [`word${(at * (1 + (index % 3))) % 97}`, 1 + (at % 4)]),
      source: true,
    },
    matrix: {
      own: missing('not-configured', 'it brings no test'),
      proof: missing('not-configured', 'it brings no test'),
      proven: [],
      cross: [],
      contested: [],
    },
  })) as Evidence[],
});
