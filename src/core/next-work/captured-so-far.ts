import type { TestData } from '../analyse/harness/find-test-data.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { Captured, CheckRun, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { CandidateMatrix, Control } from '../domain/evidence/matrix.ts';
import { withSortedRecords } from '../domain/json/sorted-records.ts';
import { missing } from '../domain/measured.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import { type ExaminedDimension, type Question } from './question.ts';

/** Facts that are known before anything runs, and decide which questions can be asked. */
export type Setting = {
  /** Test files that a candidate adds or changes, and sources in which it changes tests, by its tree. */
  readonly testFiles: ReadonlyMap<string, readonly string[]>;
  /** Data of tests that a candidate adds or changes, by its tree; absent: none does. */
  readonly testData?: ReadonlyMap<string, TestData>;
  /** Test files whose expectations are changed for the negative control, or why there are none. */
  readonly control: { readonly files: readonly string[] } | { readonly none: string };
  /** For which candidates hidden tests were given: those that no gate blocks, or all. */
  readonly hiddenTests: 'none' | 'passing' | 'all';
  /** Examined even if the policy does not weigh them. */
  readonly dimensions: readonly ExaminedDimension[];
  /** Some candidate brings a script that may reproduce the problem. */
  readonly scripts?: boolean;
  /** How often a panel is asked; absent: none is. */
  readonly panelRounds?: number;
  /** A model writes tests from the task alone. */
  readonly panelTests?: true;
  /** A model proposes calls on which candidates differ. */
  readonly panelInputs?: true;
};

/** State that a run has only while it gathers evidence. */
export type Examination = {
  readonly setting: Setting;
  readonly asked: readonly Question[];
  /** The base's second run; it is made together with the first, and compared later. */
  readonly repeated?: TreeEvidence;
};

/** A finished run has no `examination`. */
export type CapturedSoFar = Captured & { readonly examination?: Examination };

const NOT_EXAMINED = 'not examined yet';
const NOTHING = missing('infrastructure', NOT_EXAMINED);

export const isUnexamined = (fact: { readonly known: boolean; readonly reason?: string }): boolean =>
  !fact.known && fact.reason === NOT_EXAMINED;

const uncheckedTree = (tree: string): TreeEvidence => ({
  tree,
  runs: [],
  build: NOTHING,
  tests: NOTHING,
  lint: NOTHING,
  security: NOTHING,
});

type Start = Omit<
  Captured,
  'baseline' | 'evidence' | 'controls' | 'quarantined' | 'panel' | 'panelTests' | 'panelOffer'
> & {
  readonly candidates: readonly (Required<Pick<Evidence, 'candidate' | 'tree' | 'pinned' | 'patchSha256'>> &
    Pick<Evidence, 'authorship' | 'sketch'>)[];
};

/** Before the first question: candidates are trees, and nothing is known about them. */
export const beginExamination = ({ candidates, ...start }: Start, setting: Setting): CapturedSoFar => ({
  ...start,
  baseline: uncheckedTree(start.base.tree),
  evidence: candidates.map((one) => ({ ...uncheckedTree(one.tree), ...one, diff: NOTHING, flags: [] })),
  quarantined: [],
  controls: [],
  examination: { setting, asked: [] },
});

/** The part that is stored: only the evidence, in the order in which it is read back. */
export const endExamination = (captured: CapturedSoFar): Captured => {
  const { examination, ...evidence } = captured;
  if (examination === undefined) return captured;
  return withSortedRecords({ ...evidence, quarantined: [...(evidence.quarantined ?? [])].sort() });
};

/** The controls with this one, which replaces an earlier one of the same id. */
export const withControl = ({ controls = [] }: CapturedSoFar, control: Control): Control[] => [
  ...controls.filter(({ id }) => id !== control.id),
  control,
];

export const withAsked = (captured: CapturedSoFar, questions: readonly Question[]): CapturedSoFar =>
  captured.examination === undefined
    ? captured
    : {
        ...captured,
        examination: { ...captured.examination, asked: [...captured.examination.asked, ...questions] },
      };

export const sourceOf = ({ pinned, tree }: Pick<Evidence, 'pinned' | 'tree'>): string => pinned?.tree ?? tree;

/** One of every group of candidates with the same tree. */
export const distinctTrees = (evidence: readonly Evidence[]): readonly Evidence[] => {
  const byTree = new Map<string, Evidence>();
  for (const one of evidence) if (!byTree.has(one.tree)) byTree.set(one.tree, one);
  return [...byTree.values()];
};

/** One of every group with the same source: the last, in the place of the first. */
export const distinctSources = (evidence: readonly Evidence[]): readonly Evidence[] => [
  ...new Map(distinctTrees(evidence).map((one) => [sourceOf(one), one])).values(),
];

/** A report whose tests can be compared by id. */
export const namedTests = (evidence: Pick<TreeEvidence, 'tests'> | undefined): TestReport | null =>
  evidence?.tests.known && evidence.tests.value.outcomes !== undefined ? evidence.tests.value : null;

/** Files of these tests, if the runner names them. */
export const filesOf = ({ files = {} }: TestReport, ids: readonly string[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => (Object.hasOwn(files, id) ? [files[id] as string] : []))),
];

const mapEvidence = (captured: CapturedSoFar, change: (one: Evidence) => Evidence): CapturedSoFar => ({
  ...captured,
  evidence: captured.evidence.map(change),
});

export const withCandidate = (
  captured: CapturedSoFar,
  name: string,
  change: (one: Evidence) => Evidence,
): CapturedSoFar => mapEvidence(captured, (one) => (one.candidate.name === name ? change(one) : one));

export const withTree = (
  captured: CapturedSoFar,
  tree: string,
  change: (one: Evidence) => Evidence,
): CapturedSoFar => mapEvidence(captured, (one) => (one.tree === tree ? change(one) : one));

export const withSource = (
  captured: CapturedSoFar,
  source: string,
  change: (one: Evidence) => Evidence,
): CapturedSoFar => mapEvidence(captured, (one) => (sourceOf(one) === source ? change(one) : one));

/** Replaces the facts about a source with the results of its checks. */
export const withChecks = (captured: CapturedSoFar, source: string, seen: TreeEvidence): CapturedSoFar => {
  const checked = withSource(captured, source, (one) => {
    const again = { ...one, ...seen, tree: one.tree };
    if (seen.altered === undefined) delete again.altered;
    return again;
  });
  return source === captured.base.tree ? { ...checked, baseline: seen } : checked;
};

const ofOwner = (
  captured: CapturedSoFar,
  owner: string,
  change: <T extends TreeEvidence>(tree: T) => T,
): CapturedSoFar =>
  owner === BASELINE
    ? { ...captured, baseline: change(captured.baseline) }
    : withCandidate(captured, owner, change);

/** Adds further runs to the candidate that owns them, or to the base. */
export const withRuns = (
  captured: CapturedSoFar,
  owner: string,
  seen: { readonly runs: readonly CheckRun[] } | undefined,
): CapturedSoFar =>
  seen === undefined
    ? captured
    : ofOwner(captured, owner, (tree) => ({ ...tree, runs: [...tree.runs, ...seen.runs] }));

/** The same, with altered harness files: its own source wrote to them, as no other author's tests were present. */
export const withItsRuns = (
  captured: CapturedSoFar,
  owner: string,
  seen: Pick<TreeEvidence, 'runs' | 'altered'> | undefined,
): CapturedSoFar => {
  const kept = withRuns(captured, owner, seen);
  if (seen?.altered === undefined) return kept;
  const more = seen.altered;
  return ofOwner(kept, owner, (tree) => ({
    ...tree,
    altered: [...new Set([...(tree.altered ?? []), ...more])].sort(),
  }));
};

export const withMatrix = (
  captured: CapturedSoFar,
  tree: string,
  change: (matrix: CandidateMatrix) => CandidateMatrix,
): CapturedSoFar =>
  withTree(captured, tree, (one) =>
    one.matrix === undefined ? one : { ...one, matrix: change(one.matrix) },
  );

/** Files of the tests that a candidate brings or whose data it changes, and that count for it; empty: all tests have to run. */
export const provenFiles = (
  { examination }: CapturedSoFar,
  { tree, matrix, pinned }: Pick<Evidence, 'tree' | 'matrix' | 'pinned'>,
): readonly string[] => {
  const own = examination?.setting.testFiles.get(tree) ?? pinned?.apart ?? [];
  if (matrix?.provenIn?.length === 0) return [];
  return [...new Set([...own, ...(matrix?.provenIn ?? [])])];
};

export const matrixOf = ({ evidence }: Captured, tree: string): CandidateMatrix | undefined =>
  evidence.find((one) => one.tree === tree)?.matrix;
