import { mendedTests } from '../../../core/decide/opened-containers.ts';
import type { Cell } from '../../../core/domain/evidence/matrix.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import type { FieldContext } from '../field/field-context.ts';
import { controlFrom, type PreparedControl } from './prepare-control.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import {
  distinct,
  type FieldState,
  filesOf,
  keepRuns,
  namedBaseline,
  namedTests,
} from '../field/field-state.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';

/** More files than this are a rewrite, and the suite's own control has to do. */
const MOST_FILES = 3;

type Mended = {
  readonly one: PinnedCandidate;
  readonly fixed: readonly string[];
  readonly files: readonly string[];
};

const mendedBy = (state: FieldState, base: TestReport, one: PinnedCandidate): Mended => {
  const own = namedTests(state.trees.get(one.pinned.tree));
  const fixed = own === null ? [] : mendedTests(base, own);
  return { one, fixed, files: own === null ? [] : [...filesOf(base, fixed), ...filesOf(own, fixed)] };
};

/** Ids end with the title, behind something that no title's name goes on with. */
const isTitled = (id: string, titles: readonly string[]): boolean =>
  titles.some((title) => id.endsWith(title) && /[^\w]$/.test(id.slice(0, -title.length)));

type Target = Mended & { readonly cell: CellRequest };

const targetOf = (
  context: FieldContext,
  like: TreeUnderTest | undefined,
  mended: Mended,
  { changes: copies, mark, paths }: PreparedControl,
): Target => {
  const { one } = mended;
  const changes = layered(one.changes, copies);
  const cell: CellRequest = {
    id: `target ${one.pinned.tree}`,
    owner: one.candidate.name,
    name: 'target',
    changes,
    files: paths,
    ownInstall: needsOwnInstall(context.plan, changes),
    controlMark: mark,
    like,
  };
  return { ...mended, cell };
};

/** The tests that a candidate made pass, with their expectations changed: whatever passes now would pass on anything. */
export const controlTargets = async (
  context: FieldContext,
  state: FieldState,
  mayWin: ReadonlySet<string>,
): Promise<void> => {
  const base = namedBaseline(state);
  if (base === null || context.plan.selectTests === null) return;
  const bySource = new Map(
    distinct(state.pinned.filter(({ candidate }) => mayWin.has(candidate.name))).map((one) => [
      one.pinned.tree,
      one,
    ]),
  );
  const mended = [...bySource.values()]
    .map((one) => mendedBy(state, base, one))
    .filter(({ fixed }) => fixed.length > 0);
  const files = [...new Set(mended.flatMap((each) => each.files))].sort().slice(0, MOST_FILES);
  const control = files.length === 0 ? null : await controlFrom(context.tools, state.base, files);
  if (control === null || control.titles.length === 0) return;
  const targets = mended.map((each) =>
    targetOf(context, state.lanes.get(each.one.pinned.tree), each, control),
  );
  const seen = await runCells(
    context,
    targets.map(({ cell }) => cell),
  );
  for (const { one, fixed, cell } of targets) {
    const evidence = seen.get(cell.id);
    if (evidence === undefined) continue;
    keepRuns(state, cell.owner, evidence);
    const meant = new Set(fixed.filter((id) => isTitled(id, control.titles)));
    const keep = (ids: readonly string[] = []) => ids.filter((id) => meant.has(id));
    const { passed, failed, skipped } = evidence.control ?? { passed: [], failed: [], skipped: [] };
    const targeted: Cell = { passed: keep(passed), failed: keep(failed), skipped: keep(skipped) };
    state.targeted.set(one.pinned.tree, targeted);
  }
};
