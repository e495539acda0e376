import { cellOf } from '../../core/decide/test-cell.ts';
import type { TreeEvidence } from '../../core/domain/evidence.ts';
import type { Cell } from '../../core/domain/matrix.ts';
import { mapMeasured, measured, type Measured, missing } from '../../core/domain/measured.ts';
import type { FieldContext } from '../capture/field-context.ts';
import { type CellRequest, layered, runCells } from '../capture/run-cells.ts';
import type { TreeChange } from '../ports/workspaces.ts';
import { distinct, type FieldState, keepRuns } from './field-state.ts';
import { HIDDEN_FOLDER, type HiddenTests } from './load-hidden-tests.ts';
import { needsOwnInstall } from './trees-under-test.ts';

const BASE = 'hidden base';

const commandOf = ({ command }: HiddenTests): string | null =>
  command === null
    ? null
    : command
        .replaceAll('{hidden}', () => `"$PWD/${HIDDEN_FOLDER}"`)
        .replaceAll('{workspace}', () => '"$PWD"');

const cellFor = (
  context: FieldContext,
  hidden: HiddenTests,
  {
    id,
    owner,
    changes: own,
  }: { readonly id: string; readonly owner: string; readonly changes: readonly TreeChange[] },
): CellRequest => {
  const changes = layered(own, hidden.changes);
  const command = commandOf(hidden);
  return {
    id,
    owner,
    name: 'hidden',
    changes,
    files: hidden.files,
    ownInstall: needsOwnInstall(context.plan, changes),
    ...(command === null ? {} : { command }),
  };
};

/** By id where the runner names tests; a command of one's own speaks by its exit code. */
const resultOf = (hidden: HiddenTests, seen: TreeEvidence | undefined): Measured<Cell> => {
  if (seen === undefined) return missing('infrastructure', 'the hidden tests were not run');
  if (hidden.command === null) return mapMeasured(seen.tests, (report) => cellOf(report, hidden.files, null));
  const last = seen.runs.find(({ check }) => check.name === 'hidden')?.outcome;
  if (last === undefined) return missing('candidate', 'the hidden command was not reached');
  if (last.status === 'not-started') return missing('infrastructure', last.reason);
  const holds = last.status === 'exited' && last.exitCode === 0;
  return measured({ passed: holds ? ['hidden'] : [], failed: holds ? [] : ['hidden'], skipped: [] });
};

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
    cellFor(context, hidden, {
      id: `hidden ${one.pinned.tree}`,
      owner: one.candidate.name,
      changes: one.changes,
    }),
  );
  const base = cellFor(context, hidden, { id: BASE, owner: 'baseline', changes: [] });
  const seen = await runCells(context, [base, ...cells]);
  for (const { id, owner } of [base, ...cells]) {
    const evidence = seen.get(id);
    if (evidence !== undefined) keepRuns(state, owner, evidence);
  }
  for (const tree of field.keys()) state.hidden.set(tree, resultOf(hidden, seen.get(`hidden ${tree}`)));
  state.baseHidden = resultOf(hidden, seen.get(BASE));
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
