import type { FieldContext } from '../field/field-context.ts';
import { runCells } from '../lanes/run-cells.ts';
import { distinct, type FieldState, keepRuns } from '../field/field-state.ts';
import { hiddenCell, hiddenResult } from './hidden-cell.ts';
import type { HiddenTests } from '../plan/load-hidden-tests.ts';

const BASE = 'hidden base';

/** After everything else, each in a workspace of its own: the base first, so that it is known what they show. */
export const runHiddenTests = async (
  context: FieldContext,
  state: FieldState,
  hidden: HiddenTests,
  mayWin: ReadonlySet<string>,
): Promise<void> => {
  const field = new Map(
    distinct(state.pinned.filter(({ candidate }) => mayWin.has(candidate.name))).map((one) => [
      one.pinned.tree,
      one,
    ]),
  );
  const cells = [...field.values()].map((one) =>
    hiddenCell(context, hidden, {
      id: `hidden ${one.pinned.tree}`,
      owner: one.candidate.name,
      changes: one.changes,
    }),
  );
  const base = hiddenCell(context, hidden, { id: BASE, owner: 'baseline', changes: [] });
  const seen = await runCells(context, [base, ...cells]);
  for (const { id, owner } of [base, ...cells]) {
    const evidence = seen.get(id);
    if (evidence !== undefined) keepRuns(state, owner, evidence);
  }
  for (const tree of field.keys()) state.hidden.set(tree, hiddenResult(hidden, seen.get(`hidden ${tree}`)));
  state.baseHidden = hiddenResult(hidden, seen.get(BASE));
  const failing = state.baseHidden.known ? state.baseHidden.value.failed.length : null;
  const shows = failing === null || failing > 0;
  state.controls.push({
    id: 'hidden-revert',
    state: shows ? 'applied' : 'not-applied',
    reason:
      failing === null
        ? 'the base cannot run the hidden tests, so going back to it would not pass them'
        : shows
          ? `${failing} hidden tests fail on the base: going back to it would not pass them`
          : 'the base passes every hidden test: they do not tell a change from none',
  });
};
