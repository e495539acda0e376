import { addOwnTests, OWN_RUN } from '../../../core/next-work/own-tests.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';

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
    return addEach(questions, (captured, question) =>
      addOwnTests(captured, question, {
        own: seen.get(`own ${question.tree}`),
        proof: seen.get(`proof ${question.tree}`),
      }),
    );
  },
};
