import type { Captured, CheckRun, TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { CandidateMatrix, Cell, Control } from '../../../core/domain/evidence/matrix.ts';
import { type Measured, missing } from '../../../core/domain/measured.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { PinnedCandidate } from './pin-field.ts';

/** What has been seen of a field so far; grows stage by stage and is frozen by `assembleCaptured`. */
export type FieldState = {
  readonly base: Base;
  readonly pinned: readonly PinnedCandidate[];
  /** Main lanes by tree, as they were run. */
  readonly lanes: Map<string, TreeUnderTest>;
  /** What they showed, by tree. */
  readonly trees: Map<string, TreeEvidence>;
  readonly quarantined: Set<string>;
  /** By candidate's own tree: equal candidates share everything. */
  readonly matrices: Map<string, CandidateMatrix>;
  /** Runs of cells by owner. */
  readonly cellRuns: Map<string, CheckRun[]>;
  readonly controls: Control[];
  control: Captured['control'];
  /** By pinned tree: what a candidate made pass, with changed expectations. */
  readonly targeted: Map<string, Cell>;
  /** By pinned tree. */
  readonly hidden: Map<string, Measured<Cell>>;
  baseHidden: Measured<Cell> | undefined;
};

export const newFieldState = (base: Base, pinned: readonly PinnedCandidate[]): FieldState => ({
  base,
  pinned,
  lanes: new Map(),
  trees: new Map(),
  quarantined: new Set(),
  matrices: new Map(),
  cellRuns: new Map(),
  controls: [],
  control: undefined,
  targeted: new Map(),
  hidden: new Map(),
  baseHidden: undefined,
});

export const keepRuns = (
  { cellRuns }: FieldState,
  owner: string,
  { runs }: { readonly runs: readonly CheckRun[] },
): void => {
  cellRuns.set(owner, [...(cellRuns.get(owner) ?? []), ...runs]);
};

/** The base's tests by id; null where nothing can be compared by id. */
export const namedBaseline = ({ trees, base }: FieldState): TestReport | null => {
  const tests = trees.get(base.tree)?.tests;
  return tests?.known && tests.value.outcomes !== undefined ? tests.value : null;
};

export const namedTests = (evidence: TreeEvidence | undefined): TestReport | null =>
  evidence?.tests.known && evidence.tests.value.outcomes !== undefined ? evidence.tests.value : null;

const NO_OWN = missing('not-configured', 'the candidate adds and changes no test');

export const emptyMatrix = (): CandidateMatrix => ({
  own: NO_OWN,
  proof: NO_OWN,
  proven: [],
  cross: [],
  contested: [],
});

/** One of every group of candidates with the same tree. */
export const distinct = (pinned: readonly PinnedCandidate[]): readonly PinnedCandidate[] => {
  const seen = new Map<string, PinnedCandidate>();
  for (const one of pinned) if (!seen.has(one.tree)) seen.set(one.tree, one);
  return [...seen.values()];
};

/** Files of these tests, where the runner names them. */
export const filesOf = ({ files = {} }: TestReport, ids: readonly string[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => (Object.hasOwn(files, id) ? [files[id] as string] : []))),
];
