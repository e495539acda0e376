import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import { cellOf } from '../../../core/decide/test-cell.ts';
import type { Cell } from '../../../core/domain/evidence/matrix.ts';
import { mapMeasured, type Measured, missing } from '../../../core/domain/measured.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import type { FieldContext } from '../field/field-context.ts';
import { type CellRequest, layered, runCells, runShared, type SharedCells } from '../lanes/run-cells.ts';
import { distinct, type FieldState, keepRuns, namedBaseline } from '../field/field-state.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';

type Pair = { readonly one: PinnedCandidate; readonly author: PinnedCandidate };
type Results = Map<string, Measured<TestReport>>;

const keyOf = ({ one, author }: Pair): string => `cross ${one.pinned.tree} ${author.tree}`;

/** Nothing but new or changed test files: what would also act on another author's run keeps it apart. */
const bringsTestsAlone = ({ apart }: PinnedCandidate): boolean =>
  apart.every(({ path, blob }) => blob !== null && classifyHarnessPath(path) === 'test');

const shareable = (authors: readonly PinnedCandidate[]): readonly PinnedCandidate[] => {
  const taken = new Set<string>();
  return authors.filter((author) => {
    const paths = author.apart.map(({ path }) => path);
    if (!bringsTestsAlone(author) || paths.some((path) => taken.has(path))) return false;
    for (const path of paths) taken.add(path);
    return true;
  });
};

const nameOf = (author: PinnedCandidate, how: 'cross' | 'alone'): string => `${how}-${author.candidate.name}`;

const sharedCellsOf = (
  context: FieldContext,
  { lanes }: FieldState,
  one: PinnedCandidate,
  authors: readonly PinnedCandidate[],
): SharedCells => {
  const changes = layered(one.changes, ...authors.map(({ apart }) => apart));
  return {
    id: one.pinned.tree,
    owner: one.candidate.name,
    changes,
    ownInstall: needsOwnInstall(context.plan, changes),
    like: lanes.get(one.pinned.tree),
    tests: authors.map((author) => ({ name: nameOf(author, 'cross'), files: author.testFiles })),
  };
};

const aloneCellOf = (context: FieldContext, { lanes }: FieldState, pair: Pair): CellRequest => {
  const { one, author } = pair;
  const changes = layered(one.changes, author.apart);
  return {
    id: keyOf(pair),
    owner: one.candidate.name,
    name: nameOf(author, 'alone'),
    changes,
    files: author.testFiles,
    ownInstall: needsOwnInstall(context.plan, changes),
    like: lanes.get(one.pinned.tree),
  };
};

/** One workspace a candidate, one process an author. */
const examineTogether = async (
  context: FieldContext,
  state: FieldState,
  pairs: readonly Pair[],
): Promise<Results> => {
  const lanes = new Map<PinnedCandidate, PinnedCandidate[]>();
  for (const { one, author } of pairs) lanes.set(one, [...(lanes.get(one) ?? []), author]);
  const shared = [...lanes].map(([one, authors]) => ({ one, authors: shareable(authors) }));
  const seen = await runShared(
    context,
    shared
      .filter(({ authors }) => authors.length > 0)
      .map(({ one, authors }) => sharedCellsOf(context, state, one, authors)),
  );
  const results: Results = new Map();
  for (const { one, authors } of shared) {
    const lane = seen.get(one.pinned.tree);
    if (lane === undefined) continue;
    keepRuns(state, one.candidate.name, lane);
    for (const author of authors) {
      const report = lane.reports.get(nameOf(author, 'cross'));
      if (report !== undefined) results.set(keyOf({ one, author }), report);
    }
  }
  return results;
};

/** A failure counts only where no other author's code was in the room. */
const examineAlone = async (
  context: FieldContext,
  state: FieldState,
  pairs: readonly Pair[],
): Promise<Results> => {
  const cells = pairs.map((pair) => aloneCellOf(context, state, pair));
  const seen = await runCells(context, cells);
  const results: Results = new Map();
  for (const { id, owner } of cells) {
    const evidence = seen.get(id);
    if (evidence === undefined) continue;
    keepRuns(state, owner, evidence);
    results.set(id, evidence.tests);
  }
  return results;
};

const toCell = (
  state: FieldState,
  base: TestReport,
  { author }: Pair,
  report: Measured<TestReport> | undefined,
): Measured<Cell> => {
  const proven = new Set(state.matrices.get(author.tree)?.proven ?? []);
  const keep = (ids: readonly string[]) => ids.filter((id) => proven.has(id));
  return mapMeasured(report ?? missing('infrastructure', 'the cell was not run'), (seen) => {
    const { passed, failed, skipped } = cellOf(seen, author.testFiles, base);
    return { passed: keep(passed), failed: keep(failed), skipped: keep(skipped) };
  });
};

const passesAll = (state: FieldState, { author }: Pair, cell: Measured<Cell>): boolean =>
  cell.known && cell.value.passed.length === (state.matrices.get(author.tree)?.proven.length ?? 0);

/** Everybody who may still win meets the proven tests of everybody else who may. */
export const crossExamine = async (
  context: FieldContext,
  state: FieldState,
  mayWin: ReadonlySet<string>,
): Promise<void> => {
  const base = namedBaseline(state);
  if (base === null) return;
  const field = distinct(state.pinned.filter(({ candidate }) => mayWin.has(candidate.name)));
  const authors = field.filter(({ tree }) => (state.matrices.get(tree)?.proven.length ?? 0) > 0);
  const pairs = field.flatMap((one) =>
    authors.filter(({ tree }) => tree !== one.tree).map((author): Pair => ({ one, author })),
  );
  // Equal sources are examined once.
  const byKey = new Map(pairs.map((pair) => [keyOf(pair), pair]));
  const together = await examineTogether(context, state, [...byKey.values()]);
  const cellOfPair = (pair: Pair, results: Results) => toCell(state, base, pair, results.get(keyOf(pair)));
  const doubtful = [...byKey.values()].filter((pair) => !passesAll(state, pair, cellOfPair(pair, together)));
  const alone = await examineAlone(context, state, doubtful);
  const results = new Map([...together, ...alone]);
  for (const pair of pairs) {
    const matrix = state.matrices.get(pair.one.tree);
    if (matrix === undefined) continue;
    const cross = [...matrix.cross, { author: pair.author.candidate.name, tests: cellOfPair(pair, results) }];
    state.matrices.set(pair.one.tree, { ...matrix, cross });
  }
};
