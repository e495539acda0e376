import { addDataAgain, addDataTests, DATA_RUN } from '../../../core/next-work/data-tests.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import { addOwnTests, OWN_RUN } from '../../../core/next-work/own-tests.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';

type Asked = Pick<QuestionOf<'own-tests'>, 'candidate' | 'tree'>;
type Run = Pick<CellRequest, 'id' | 'name' | 'files'>;

const onOwnSource = (field: FieldUnderTest, { candidate }: Asked, run: Run): CellRequest => {
  const { changes, apart, pinned } = candidateNamed(field, candidate);
  const own = layered(changes, apart);
  return {
    ...run,
    owner: candidate,
    changes: own,
    ownInstall: needsOwnInstall(field.context.plan, own),
    like: laneOf(field, pinned.tree),
    writable: 'all',
  };
};

const onBase = (field: FieldUnderTest, { candidate }: Asked, run: Run): CellRequest => {
  const { apart, fixtures } = candidateNamed(field, candidate);
  return {
    ...run,
    owner: candidate,
    changes: layered(fixtures, apart),
    ownInstall: false,
    like: laneOf(field, field.base.tree),
    writable: 'all',
  };
};

/** A candidate's own files that its tests write to, for later runs of these tests. */
const noteWritten = (
  { context, candidates }: FieldUnderTest,
  questions: readonly Asked[],
  seen: (tree: string) => TreeEvidence | undefined,
): void => {
  for (const { candidate, tree } of questions) {
    const { apart } = candidateNamed({ candidates }, candidate);
    const own = new Set(apart.map(({ path }) => path));
    const written = (seen(tree)?.altered ?? []).filter((path) => own.has(path));
    context.ownWritten.set(tree, [...new Set([...(context.ownWritten.get(tree) ?? []), ...written])]);
  }
};

const cellsOf = (field: FieldUnderTest, question: QuestionOf<'own-tests'>): readonly CellRequest[] => {
  const { candidate, tree, files } = question;
  const { apart } = candidateNamed(field, candidate);
  const removed = new Set(apart.filter(({ blob }) => blob === null).map(({ path }) => path));
  const left = files.filter((path) => !removed.has(path));
  // Without a file the runner would run all tests, as it has to if it names none.
  if (left.length === 0 && files.length > 0) return [];
  const chosen = left.length === 0 ? null : left;
  return [
    onOwnSource(field, question, { id: `own ${tree}`, name: OWN_RUN, files: chosen }),
    onBase(field, question, { id: `proof ${tree}`, name: 'proof', files: chosen }),
  ];
};

/** Every candidate's added and changed tests, on its own source and on the base's. */
export const proveOwnTests: Executor<'own-tests'> = {
  stage: () => 'proving new tests',
  run: async (field, questions) => {
    const cells = questions.flatMap((question) => cellsOf(field, question));
    const seen = await runCells(field.context, cells);
    noteWritten(field, questions, (tree) => seen.get(`own ${tree}`));
    return addEach(questions, (captured, question) =>
      addOwnTests(captured, question, {
        own: seen.get(`own ${question.tree}`),
        proof: seen.get(`proof ${question.tree}`),
      }),
    );
  },
};

/** All tests with the data that candidates change, as it may be read by any. */
export const runDataTests: Executor<'data-tests'> = {
  stage: () => 'running tests with changed data',
  run: async (field, questions) => {
    const cells = questions.flatMap((question) => [
      onOwnSource(field, question, { id: `own-data ${question.tree}`, name: DATA_RUN, files: null }),
      onBase(field, question, { id: `proof-data ${question.tree}`, name: 'proof-data', files: null }),
    ]);
    const seen = await runCells(field.context, cells);
    noteWritten(field, questions, (tree) => seen.get(`own-data ${tree}`));
    return addEach(questions, (captured, question) =>
      addDataTests(captured, question, {
        own: seen.get(`own-data ${question.tree}`),
        proof: seen.get(`proof-data ${question.tree}`),
      }),
    );
  },
};

export const repeatDataTests: Executor<'data-again'> = {
  stage: () => 'running tests with changed data again on the base',
  run: async (field, questions) => {
    const cells = questions.map((question) =>
      onBase(field, question, {
        id: `again-data ${question.tree}`,
        name: 'proof-again',
        files: question.files,
      }),
    );
    const seen = await runCells(field.context, cells);
    return addEach(questions, (captured, question) =>
      addDataAgain(captured, question, seen.get(`again-data ${question.tree}`)),
    );
  },
};
