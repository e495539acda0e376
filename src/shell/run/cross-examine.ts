import { cellOf } from '../../core/decide/test-cell.ts';
import type { CrossCell } from '../../core/domain/matrix.ts';
import { mapMeasured, missing } from '../../core/domain/measured.ts';
import type { FieldContext } from '../capture/field-context.ts';
import { type CellRequest, layered, runCells } from '../capture/run-cells.ts';
import { distinct, type FieldState, keepRuns, namedBaseline } from './field-state.ts';
import type { PinnedCandidate } from './pin-field.ts';
import { needsOwnInstall } from './trees-under-test.ts';

type Pair = { readonly one: PinnedCandidate; readonly author: PinnedCandidate; readonly cell: CellRequest };

const pairOf = (context: FieldContext, one: PinnedCandidate, author: PinnedCandidate): Pair => {
  const changes = layered(one.changes, author.apart);
  const cell: CellRequest = {
    id: `cross ${one.pinned.tree} ${author.tree}`,
    owner: one.candidate.name,
    name: `cross-${author.candidate.name}`,
    changes,
    files: author.testFiles,
    ownInstall: needsOwnInstall(context.plan, changes),
  };
  return { one, author, cell };
};

/** Everybody who may still win meets the proven tests of everybody else who may, each author's in a process of its own. */
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
    authors.filter(({ tree }) => tree !== one.tree).map((author) => pairOf(context, one, author)),
  );
  const cells = new Map(pairs.map(({ cell }) => [cell.id, cell]));
  const seen = await runCells(context, [...cells.values()]);
  for (const [id, evidence] of seen) {
    const cell = cells.get(id);
    if (cell !== undefined) keepRuns(state, cell.owner, evidence);
  }
  for (const { one, author, cell } of pairs) {
    const matrix = state.matrices.get(one.tree);
    if (matrix === undefined) continue;
    const proven = new Set(state.matrices.get(author.tree)?.proven ?? []);
    const keep = (ids: readonly string[]) => ids.filter((id) => proven.has(id));
    const tests: CrossCell['tests'] = mapMeasured(
      seen.get(cell.id)?.tests ?? missing('infrastructure', 'the cell was not run'),
      (report) => {
        const { passed, failed, skipped } = cellOf(report, author.testFiles, base);
        return { passed: keep(passed), failed: keep(failed), skipped: keep(skipped) };
      },
    );
    const cross = [...matrix.cross, { author: author.candidate.name, tests }];
    state.matrices.set(one.tree, { ...matrix, cross });
  }
};
