import type { Candidate } from '../../../core/domain/candidate/candidate.ts';
import type { DiffFacts } from '../../../core/domain/candidate/diff-facts.ts';
import type { Captured, Rejection, TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { Flag } from '../../../core/domain/flags/flag.ts';
import { withSortedRecords } from '../../../core/domain/json/sorted-records.ts';
import type { Pinned } from '../../../core/domain/evidence/matrix.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { Isolation } from '../../ports/workspaces.ts';
import type { DimensionFacts } from '../dimensions/capture-dimensions.ts';
import type { FieldState } from './field-state.ts';

export type AppliedCandidate = {
  readonly candidate: Candidate;
  readonly tree: string;
  readonly pinned: Pinned;
  readonly patchSha256: string;
  readonly diff: Measured<DiffFacts>;
  readonly dimensions: DimensionFacts;
  /** What the change itself says against it. */
  readonly flags: readonly Flag[];
};

type Parts = {
  readonly request: { readonly base: Base; readonly plan: CheckPlan; readonly notes: readonly string[] };
  readonly state: FieldState;
  readonly applied: readonly AppliedCandidate[];
  readonly rejected: readonly Rejection[];
  readonly isolation: Isolation;
};

const evidenceFor = (trees: ReadonlyMap<string, TreeEvidence>, tree: string): TreeEvidence => {
  const seen = trees.get(tree);
  if (seen === undefined) throw new Error(`tree ${tree} was never examined`);
  return seen;
};

/** Freezes what was seen: from here on nothing looks at the world again. */
export const assembleCaptured = ({ request, state, applied, rejected, isolation }: Parts): Captured => {
  const { trees, matrices, cellRuns, quarantined, controls, control, targeted, hidden, baseHidden } = state;
  const baseline = evidenceFor(trees, request.base.tree);
  return withSortedRecords({
    base: request.base,
    profile: request.plan.profile,
    isolation,
    notes: [...request.plan.notes, ...request.notes],
    baseline: { ...baseline, runs: [...baseline.runs, ...(cellRuns.get('baseline') ?? [])] },
    evidence: applied.map(({ candidate, tree, pinned, patchSha256, diff, flags, dimensions }) => {
      const { runs, ...seen } = evidenceFor(trees, pinned.tree);
      const matrix = matrices.get(tree);
      const target = targeted.get(pinned.tree);
      const unseen = hidden.get(pinned.tree);
      return {
        ...seen,
        runs: [...runs, ...(cellRuns.get(candidate.name) ?? [])],
        candidate,
        tree,
        pinned,
        ...(matrix === undefined ? {} : { matrix }),
        ...(target === undefined ? {} : { targeted: target }),
        ...(unseen === undefined ? {} : { hidden: unseen }),
        patchSha256,
        diff,
        ...dimensions,
        flags: [...flags],
      };
    }),
    rejected: [...rejected],
    quarantined: [...quarantined].sort(),
    controls: [...controls],
    ...(control === undefined ? {} : { control }),
    ...(baseHidden === undefined ? {} : { hidden: baseHidden }),
  });
};
