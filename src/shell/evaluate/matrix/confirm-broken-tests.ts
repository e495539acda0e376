import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { addBaseUnsteady, addConfirmation, BASE_REPEATS } from '../../../core/next-work/confirm.ts';
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

/** Each run has its own workspace. */
export const repeatBase: Executor<'base-unsteady'> = {
  stage: () => 'running unsteady tests on the base',
  run: async (field, questions) => {
    const { context, base } = field;
    const rounds = Array.from({ length: BASE_REPEATS }, (_, at) => `steady-${at + 1}`);
    return addEach(
      await Promise.all(
        questions.map(async (question) => {
          const cells = rounds.map((name): CellRequest => ({
            id: name,
            owner: BASELINE,
            name,
            changes: [],
            files: question.files,
            ownInstall: false,
            like: laneOf(field, base.tree),
          }));
          const seen = await runCells(context, cells);
          return { question, seen: rounds.map((name) => seen.get(name)) };
        }),
      ),
      (captured, { question, seen }) => addBaseUnsteady(captured, question, seen),
    );
  },
};
