import { findBroken } from '../../../core/decide/find-flaky.ts';
import { proveTests } from '../../../core/decide/prove-tests.ts';
import { cellOf } from '../../../core/decide/test-cell.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { Cell, ContestedTest } from '../../../core/domain/evidence/matrix.ts';
import { mapMeasured, type Measured, missing } from '../../../core/domain/measured.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import type { FieldContext } from '../field/field-context.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import {
  distinct,
  emptyMatrix,
  type FieldState,
  filesOf,
  keepRuns,
  namedBaseline,
  namedTests,
} from '../field/field-state.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';

type Work = {
  readonly one: PinnedCandidate;
  readonly broken: readonly string[];
  readonly files: readonly string[];
};

/** Changed fixtures, snapshots and settings matter where a base test broke; changed tests always do. */
const workOf = (state: FieldState, base: TestReport, one: PinnedCandidate): Work[] => {
  if (one.apart.length === 0) return [];
  const main = namedTests(state.trees.get(one.pinned.tree));
  const broken = main === null ? [] : findBroken(base, main).filter((id) => !state.quarantined.has(id));
  const files = [...new Set([...one.testFiles, ...filesOf(base, broken)])].sort();
  return files.length === 0 ? [] : [{ one, broken, files }];
};

const toCell = (
  evidence: TreeEvidence | undefined,
  files: readonly string[],
  base: TestReport,
): Measured<Cell> =>
  evidence === undefined
    ? missing('infrastructure', 'the cell was not run')
    : mapMeasured(evidence.tests, (report) => cellOf(report, files, base));

const contestedBy = (
  { base: { commit } }: FieldState,
  { one, broken }: Work,
  own: Measured<Cell>,
  base: TestReport,
): ContestedTest[] => {
  const passes = new Set(own.known ? own.value.passed : []);
  return broken
    .filter((id) => passes.has(id))
    .map((id) => {
      const file = filesOf(base, [id])[0] ?? '';
      return { id, file, base: `${commit}:${file}`, candidate: `${one.tree}:${file}` };
    });
};

const cellsOf = (
  context: FieldContext,
  { lanes, base }: FieldState,
  { one, files }: Work,
): readonly [CellRequest, CellRequest] => {
  const owner = one.candidate.name;
  const own = layered(one.changes, one.apart);
  return [
    {
      id: `own ${one.tree}`,
      owner,
      name: 'own',
      changes: own,
      files,
      ownInstall: needsOwnInstall(context.plan, own),
      like: lanes.get(one.pinned.tree),
    },
    {
      id: `proof ${one.tree}`,
      owner,
      name: 'proof',
      changes: one.apart,
      files,
      ownInstall: false,
      like: lanes.get(base.tree),
    },
  ];
};

/** Every candidate's added and changed tests, on its own source and on the base's. */
export const examineOwnTests = async (context: FieldContext, state: FieldState): Promise<void> => {
  const base = namedBaseline(state);
  const field = distinct(state.pinned);
  for (const { tree } of field) state.matrices.set(tree, emptyMatrix());
  if (base === null) return;
  const work = field.flatMap((one) => workOf(state, base, one));
  const seen = await runCells(
    context,
    work.flatMap((each) => cellsOf(context, state, each)),
  );
  for (const each of work) {
    const { one, files } = each;
    const [own, proof] = ['own', 'proof'].map((kind) => {
      const evidence = seen.get(`${kind} ${one.tree}`);
      if (evidence !== undefined) keepRuns(state, one.candidate.name, evidence);
      return toCell(evidence, files, base);
    }) as [Measured<Cell>, Measured<Cell>];
    state.matrices.set(one.tree, {
      ...emptyMatrix(),
      own,
      proof,
      proven: proveTests({ own, proof }, base, state.quarantined),
      contested: contestedBy(state, each, own, base),
    });
  }
};
