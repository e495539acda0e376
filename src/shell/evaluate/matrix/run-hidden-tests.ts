import { withItsRuns } from '../../../core/next-work/captured-so-far.ts';
import { addHidden, unmovedTests } from '../../../core/next-work/hidden-tests.ts';
import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { type QuestionOf } from '../../../core/next-work/question.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { Cell } from '../../../core/domain/evidence/matrix.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import type { HiddenTests } from '../../plan/load-hidden-tests.ts';
import { layered } from '../lanes/layered.ts';
import { type CellRequest, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest } from '../field/field-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { HIDDEN_NOT_RUN, hiddenCell, hiddenResult } from './hidden-cell.ts';
import { changeTests } from './prepare-control.ts';

const idOf = ({ candidate, source }: QuestionOf<'hidden-tests'>): string =>
  candidate === BASELINE ? 'hidden base' : `hidden ${source}`;

const MOST_CHANGED = 3;

/** Hidden tests with changed expectations, at their own paths; null: none can be changed. */
const changeHidden = async ({ context, base }: FieldUnderTest, { changes, files, command }: HiddenTests) => {
  if (command !== null) return null;
  const { repository } = context.tools;
  const { tree } = await repository.composeTree(base.tree, changes);
  return changeTests(context.tools, { ...base, tree }, files.slice(0, MOST_CHANGED));
};

/**
 * Hidden tests that pass whatever they expect, by cell. A source can leave the base's tests alone, and with them the
 * negative control, and tamper only with tests that it does not know. A test that passes with changed expectations is
 * run a second time.
 */
const findUnmoved = async (
  field: FieldUnderTest,
  hidden: HiddenTests,
  asked: readonly { readonly cell: CellRequest; readonly result: Measured<Cell> }[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const prepared = await changeHidden(field, hidden);
  if (prepared === null) return new Map();
  const { changes, titles } = prepared;
  const again = async (cells: readonly CellRequest[], round: number) =>
    runCells(
      field.context,
      cells.map((cell) => ({
        ...cell,
        owner: BASELINE,
        name: `hidden-control-${round}-${field.context.tools.digest(cell.id).slice(0, 12)}`,
        changes: layered(cell.changes, changes),
        files: changes.map(({ path }) => path),
        quiet: true,
      })),
    );
  const results = new Map(asked.map(({ cell, result }) => [cell.id, result]));
  const unmovedIn = (id: string, runs: readonly (TreeEvidence | undefined)[]): readonly string[] => {
    const cells = runs.map((run) => hiddenResult(hidden, run));
    return unmovedTests(results.get(id) ?? HIDDEN_NOT_RUN, titles, cells);
  };
  const passing = asked.filter(({ result }) => result.known && result.value.passed.length > 0);
  const first = await again(
    passing.map(({ cell }) => cell),
    1,
  );
  const suspects = passing.filter(({ cell: { id } }) => unmovedIn(id, [first.get(id)]).length > 0);
  const second = await again(
    suspects.map(({ cell }) => cell),
    2,
  );
  return new Map(suspects.map(({ cell: { id } }) => [id, unmovedIn(id, [first.get(id), second.get(id)])]));
};

/** Each cell has its own workspace. */
export const runHiddenTests: Executor<'hidden-tests'> = {
  stage: () => 'running hidden tests',
  run: async (field, questions) => {
    const { context, hidden } = field;
    if (hidden === undefined) throw new Error('hidden tests were requested, but none were given');
    const cells = questions.map((question) => {
      const { candidate: owner } = question;
      const changes = owner === BASELINE ? [] : candidateNamed(field, owner).changes;
      const cell = hiddenCell(context, hidden, { id: idOf(question), owner, changes });
      return question.place === undefined ? cell : { ...cell, place: question.place };
    });
    // The base first: the others may write to the files that its run writes to.
    const onBase = cells.filter(({ owner }) => owner === BASELINE);
    const before = await runCells(
      context,
      onBase.map((cell) => ({ ...cell, writable: 'all' as const })),
    );
    for (const { altered = [] } of before.values()) for (const path of altered) context.written.add(path);
    const others = cells.filter(({ owner }) => owner !== BASELINE);
    const seen = new Map([...before, ...(await runCells(context, others))]);
    const resultOf = ({ id }: Pick<CellRequest, 'id'>) => hiddenResult(hidden, seen.get(id));
    const unmoved = await findUnmoved(
      field,
      hidden,
      others.map((cell) => ({ cell, result: resultOf(cell) })),
    );
    return addEach(questions, (captured, question) => {
      const id = idOf(question);
      const kept = withItsRuns(captured, question.candidate, seen.get(id));
      return addHidden(kept, question, resultOf({ id }), unmoved.get(id));
    });
  },
};
