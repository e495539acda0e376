import { findBroken, findFlaky, findUnsteady } from '../../../core/decide/find-flaky.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { FieldContext } from '../field/field-context.ts';
import { type CellRequest, runCells } from '../lanes/run-cells.ts';
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

/** More broken tests than this are no accident, and not worth another run. */
const MOST_CONFIRMED = 20;

/** The base's second run: a test that does not do the same twice counts for nobody. */
export const compareBaseRuns = (state: FieldState, second: TreeEvidence | undefined): void => {
  const [first, again] = [namedBaseline(state), namedTests(second)];
  if (first === null || again === null) {
    const reason =
      first === null ? "the base's tests are not known by id" : 'the second run of the base gave no report';
    state.controls.push({ id: 'flaky', state: 'not-applied', reason });
    return;
  }
  const flaky = findFlaky(first, again);
  for (const id of flaky) state.quarantined.add(id);
  const found = flaky.length === 0 ? 'no test changed' : `${flaky.length} changed and count for nobody`;
  state.controls.push({ id: 'flaky', state: 'applied', reason: `the base's tests ran twice: ${found}` });
};

type Suspect = {
  readonly candidate: PinnedCandidate;
  readonly broken: readonly string[];
  readonly cell: CellRequest;
};

const suspectOf = (context: FieldContext, state: FieldState, candidate: PinnedCandidate): Suspect[] => {
  const [base, own] = [namedBaseline(state), namedTests(state.trees.get(candidate.pinned.tree))];
  if (base === null || own === null) return [];
  const broken = findBroken(base, own).filter((id) => !state.quarantined.has(id));
  if (broken.length === 0 || broken.length > MOST_CONFIRMED) return [];
  const files = filesOf(base, broken);
  const cell: CellRequest = {
    id: `confirm ${candidate.pinned.tree}`,
    owner: candidate.candidate.name,
    name: 'confirm',
    changes: candidate.changes,
    files: files.length === 0 ? null : files,
    ownInstall: needsOwnInstall(context.plan, candidate.changes),
    like: state.lanes.get(candidate.pinned.tree),
  };
  return [{ candidate, broken, cell }];
};

/** A regression is called one when it happens twice. */
export const confirmRegressions = async (context: FieldContext, state: FieldState): Promise<void> => {
  const byTree = new Map(distinct(state.pinned).map((one) => [one.pinned.tree, one]));
  const suspects = [...byTree.values()].flatMap((one) => suspectOf(context, state, one));
  const seen = await runCells(
    context,
    suspects.map(({ cell }) => cell),
  );
  for (const { broken, cell } of suspects) {
    const evidence = seen.get(cell.id);
    if (evidence !== undefined) keepRuns(state, cell.owner, evidence);
    const again = namedTests(evidence);
    if (again !== null) for (const id of findUnsteady(broken, again)) state.quarantined.add(id);
  }
};
