import { addConfirmation } from '../../../core/next-work/confirm.ts';
import { type CellRequest, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';

const idOf = (source: string): string => `confirm ${source}`;

export const confirmBrokenTests: Executor<'confirm'> = {
  stage: () => 'running broken tests once more',
  run: async (field, questions) => {
    const { context } = field;
    const cells = questions.map(({ candidate, source, files }): CellRequest => {
      const { changes } = candidateNamed(field, candidate);
      return {
        id: idOf(source),
        owner: candidate,
        name: 'confirm',
        changes,
        files,
        ownInstall: needsOwnInstall(context.plan, changes),
        like: laneOf(field, source),
      };
    });
    const seen = await runCells(context, cells);
    return addEach(questions, (captured, question) =>
      addConfirmation(captured, question, seen.get(idOf(question.source))),
    );
  },
};
