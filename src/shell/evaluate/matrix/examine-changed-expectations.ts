import { addChangedExpectations } from '../../../core/next-work/changed-expectations.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { controlFrom, type PreparedControl } from './prepare-control.ts';

const idOf = (source: string): string => `target ${source}`;

const cellOf = (
  field: FieldUnderTest,
  { candidate, source }: QuestionOf<'changed-expectations'>,
  { changes: copies, mark, paths }: PreparedControl,
): CellRequest => {
  const changes = layered(candidateNamed(field, candidate).changes, copies);
  return {
    id: idOf(source),
    owner: candidate,
    name: 'target',
    changes,
    files: paths,
    ownInstall: needsOwnInstall(field.context.plan, changes),
    controlMark: mark,
    like: laneOf(field, source),
  };
};

/** The tests that candidates made pass, with changed expectations; nothing is run if none can be changed. */
export const examineChangedExpectations: Executor<'changed-expectations'> = {
  stage: () => 'changing the expectations of fixed tests',
  run: async (field, questions) => {
    const { context, base } = field;
    const files = [...new Set(questions.flatMap((question) => question.files))];
    const control = await controlFrom(context.tools, base, files);
    if (control === null || control.titles.length === 0) return (captured) => captured;
    const seen = await runCells(
      context,
      questions.map((question) => cellOf(field, question, control)),
    );
    return addEach(questions, (captured, question) =>
      addChangedExpectations(captured, question, seen.get(idOf(question.source)), control.titles),
    );
  },
};
