import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import { mapMeasured, missing } from '../domain/measured.ts';
import type { LintReport } from '../domain/check/lint-report.ts';
import type { Candidate } from '../domain/candidate/candidate.ts';
import type { MergeOffer, TreeView } from '../domain/window/run-view.ts';

const counts = ({ errors, warnings }: LintReport) => ({ errors, warnings });

const measures = (tree: TreeEvidence): Pick<TreeView, 'build' | 'tests' | 'lint' | 'types' | 'security'> => ({
  build: tree.build,
  tests: mapMeasured(tree.tests, ({ passed, failed, skipped, trust }) => ({
    passed,
    failed,
    skipped,
    trust,
  })),
  lint: mapMeasured(tree.lint, counts),
  types: tree.types === undefined ? null : mapMeasured(tree.types, counts),
  security: tree.security,
});

export const baselineView = (tree: TreeEvidence): TreeView => ({
  name: BASELINE,
  source: null,
  provenance: null,
  ...measures(tree),
  diff: null,
  merge: null,
});

export const treeView = (evidence: Evidence, merge: MergeOffer | null): TreeView => ({
  name: evidence.candidate.name,
  source: evidence.candidate.source,
  provenance: evidence.candidate.provenance,
  ...measures(evidence),
  diff: mapMeasured(evidence.diff, ({ files, added, removed, effectiveAdded, effectiveRemoved }) => ({
    files: files.length,
    added,
    removed,
    effectiveAdded,
    effectiveRemoved,
  })),
  merge,
});

const NOT_YET = missing('not-configured', 'not measured yet');

/** An agent of a race has made nothing yet. */
type Named = Pick<Candidate, 'name'> & Partial<Pick<Candidate, 'source' | 'provenance'>>;

/** A candidate of a run that is under way, or of one that was interrupted. */
export const startedTree = ({ name, source, provenance }: Named): TreeView => ({
  name,
  source: source ?? null,
  provenance: provenance ?? null,
  build: NOT_YET,
  tests: NOT_YET,
  lint: NOT_YET,
  types: null,
  security: NOT_YET,
  diff: NOT_YET,
  merge: { allowed: false, reason: 'the run is not finished', consents: [], degraded: false },
});
