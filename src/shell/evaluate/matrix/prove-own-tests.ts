import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { isTitled } from '../../../core/decide/titled-test.ts';
import { namedTests } from '../../../core/next-work/captured-so-far.ts';
import { addOwnTests, mayProve, OWN_RUN } from '../../../core/next-work/own-tests.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { changeTests, mayHoldTests } from './prepare-control.ts';

const cellsOf = (
  field: FieldUnderTest,
  { candidate, tree, files }: QuestionOf<'own-tests'>,
): readonly CellRequest[] => {
  const { changes, apart, fixtures, pinned } = candidateNamed(field, candidate);
  const own = layered(changes, apart);
  const removed = new Set(apart.filter(({ blob }) => blob === null).map(({ path }) => path));
  const left = files.filter((path) => !removed.has(path));
  // Without a file the runner would run all tests, as it has to if it names none.
  if (left.length === 0 && files.length > 0) return [];
  const chosen = left.length === 0 ? null : left;
  return [
    {
      id: `own ${tree}`,
      owner: candidate,
      name: OWN_RUN,
      changes: own,
      files: chosen,
      ownInstall: needsOwnInstall(field.context.plan, own),
      like: laneOf(field, pinned.tree),
      writable: 'all',
    },
    {
      id: `proof ${tree}`,
      owner: candidate,
      name: 'proof',
      changes: layered(fixtures, apart),
      files: chosen,
      ownInstall: false,
      like: laneOf(field, field.base.tree),
      writable: 'all',
    },
  ];
};

type Seen = ReadonlyMap<string, TreeEvidence>;

const MOST_CHANGED = 3;
const ROUNDS = [1, 2];

/** A candidate's own tests with changed expectations; null: none can be changed, or none may prove anything. */
const changedOwn = async (field: FieldUnderTest, question: QuestionOf<'own-tests'>, seen: Seen) => {
  const { tree, candidate } = question;
  const ids = mayProve({ own: seen.get(`own ${tree}`), proof: seen.get(`proof ${tree}`) });
  const [own] = cellsOf(field, question);
  if (ids.length === 0 || own === undefined) return null;
  const { context, base } = field;
  const { testFiles } = candidateNamed(field, candidate);
  const files = testFiles.filter(mayHoldTests).slice(0, MOST_CHANGED);
  const prepared = await changeTests(context.tools, { ...base, tree }, files);
  if (prepared === null) return null;
  const sure = ids.filter((id) => prepared.titles.some((title) => isTitled(id, title)));
  return sure.length === 0 ? null : { tree, sure, cell: own, changes: prepared.changes };
};

/** By tree: tests of candidates that pass with their author's source whatever they expect, in every round. */
const findUnmoved = async (
  field: FieldUnderTest,
  questions: readonly QuestionOf<'own-tests'>[],
  seen: Seen,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const all = await Promise.all(questions.map((question) => changedOwn(field, question, seen)));
  let left = all.filter((one) => one !== null);
  for (const round of ROUNDS) {
    const again = await runCells(
      field.context,
      left.map(({ tree, cell, changes }) => ({
        ...cell,
        owner: BASELINE,
        name: `own-control-${round}-${tree.slice(0, 12)}`,
        changes: layered(cell.changes, changes),
        quiet: true,
      })),
    );
    left = left.flatMap((one) => {
      const outcomes = namedTests(again.get(one.cell.id))?.outcomes ?? {};
      const sure = one.sure.filter((id) => Object.hasOwn(outcomes, id) && outcomes[id] === 'passed');
      return sure.length === 0 ? [] : [{ ...one, sure }];
    });
  }
  return new Map(left.map(({ tree, sure }) => [tree, sure]));
};

/** Every candidate's added and changed tests, on its own source and on the base's. */
export const proveOwnTests: Executor<'own-tests'> = {
  stage: () => 'proving new tests',
  run: async (field, questions) => {
    const cells = questions.flatMap((question) => cellsOf(field, question));
    const seen = await runCells(field.context, cells);
    for (const { candidate, tree } of questions) {
      const own = new Set(candidateNamed(field, candidate).apart.map(({ path }) => path));
      const written = seen.get(`own ${tree}`)?.altered ?? [];
      field.context.ownWritten.set(
        tree,
        written.filter((path) => own.has(path)),
      );
    }
    const unmoved = await findUnmoved(field, questions, seen);
    return addEach(questions, (captured, question) => {
      const { tree } = question;
      const cells = { own: seen.get(`own ${tree}`), proof: seen.get(`proof ${tree}`) };
      return addOwnTests(captured, question, cells, unmoved.get(tree));
    });
  },
};
