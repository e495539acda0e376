import type { Captured, Evidence, TreeEvidence } from '../../src/core/domain/evidence/evidence.ts';
import type { CandidateMatrix, Cell } from '../../src/core/domain/evidence/matrix.ts';
import { measured, missing } from '../../src/core/domain/measured.ts';
import type { TestOutcome, TestReport } from '../../src/core/domain/check/test-report.ts';

const unsaid = missing('not-configured', 'not said');

export const aReport = (outcomes: Record<string, TestOutcome>): TestReport => {
  const count = (wanted: TestOutcome) => Object.values(outcomes).filter((one) => one === wanted).length;
  return {
    format: 'tap',
    trust: 'structured',
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    outcomes,
  };
};

export const aTree = (
  outcomes: Record<string, TestOutcome>,
  overrides: Partial<TreeEvidence> = {},
): TreeEvidence => ({
  tree: 'base-tree',
  runs: [],
  build: unsaid,
  tests: measured(aReport(outcomes)),
  lint: unsaid,
  security: unsaid,
  ...overrides,
});

export const aCell = (overrides: Partial<Cell> = {}): Cell => ({
  passed: [],
  failed: [],
  skipped: [],
  ...overrides,
});

export const aMatrix = (overrides: Partial<CandidateMatrix> = {}): CandidateMatrix => ({
  own: unsaid,
  proof: unsaid,
  proven: [],
  cross: [],
  ...overrides,
});

/** A candidate whose diff is one line, with these outcomes on the base's tests. */
export const anEvidence = (
  name: string,
  outcomes: Record<string, TestOutcome>,
  overrides: Partial<Evidence> = {},
): Evidence => ({
  ...aTree(outcomes),
  tree: `tree-${name}`,
  candidate: { name, source: { kind: 'patch', at: `${name}.patch` }, provenance: { status: 'completed' } },
  patchSha256: 'digest',
  diff: measured({ files: [], added: 1, removed: 0, effectiveAdded: 1, effectiveRemoved: 0, effect: true }),
  sketch: { places: [{ path: `src/${name}.js`, blocks: [0] }], tokens: [[name, 1]], source: true },
  matrix: aMatrix(),
  flags: [],
  ...overrides,
});

/** A run in which the matrix was examined. */
export const aCapture = (
  base: Record<string, TestOutcome>,
  evidence: readonly Evidence[],
  overrides: Partial<Captured> = {},
): Captured => ({
  base: { ref: 'main', commit: 'c0', tree: 'base-tree', branch: null },
  profile: 'js-node',
  confirmation: 'inputs',
  isolation: { level: 'sandboxed', detail: 'bubblewrap' },
  notes: [],
  baseline: aTree(base),
  evidence: [...evidence],
  rejected: [],
  quarantined: [],
  controls: [],
  ...overrides,
});
