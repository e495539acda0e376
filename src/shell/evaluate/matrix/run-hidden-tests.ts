import { withItsRuns } from '../../../core/next-work/captured-so-far.ts';
import { addHidden } from '../../../core/next-work/hidden-tests.ts';
import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { type QuestionOf } from '../../../core/next-work/question.ts';
import { runCells } from '../lanes/run-cells.ts';
import { candidateNamed } from '../field/field-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { hiddenCell, hiddenResult } from './hidden-cell.ts';

const idOf = ({ candidate, source }: QuestionOf<'hidden-tests'>): string =>
  candidate === BASELINE ? 'hidden base' : `hidden ${source}`;

/** Each in a workspace of its own. */
export const runHiddenTests: Executor<'hidden-tests'> = {
  stage: () => 'running hidden tests',
  run: async (field, questions) => {
    const { context, hidden } = field;
    if (hidden === undefined) throw new Error('hidden tests are asked for, but none were given');
    const cells = questions.map((question) => {
      const { candidate: owner } = question;
      const changes = owner === BASELINE ? [] : candidateNamed(field, owner).changes;
      const cell = hiddenCell(context, hidden, { id: idOf(question), owner, changes });
      return question.place === undefined ? cell : { ...cell, place: question.place };
    });
    // The base first: what its run writes to, the others may write to.
    const onBase = cells.filter(({ owner }) => owner === BASELINE);
    const before = await runCells(
      context,
      onBase.map((cell) => ({ ...cell, writable: 'all' as const })),
    );
    for (const { altered = [] } of before.values()) for (const path of altered) context.written.add(path);
    const others = cells.filter(({ owner }) => owner !== BASELINE);
    const seen = new Map([...before, ...(await runCells(context, others))]);
    return addEach(questions, (captured, question) => {
      const evidence = seen.get(idOf(question));
      const result = hiddenResult(hidden, evidence);
      return addHidden(withItsRuns(captured, question.candidate, evidence), question, result);
    });
  },
};
