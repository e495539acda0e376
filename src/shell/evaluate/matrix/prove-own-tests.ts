import { mayHoldTestsInside } from '../../../core/analyse/harness/tests-inside.ts';
import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { isTitled } from '../../../core/decide/titled-test.ts';
import { namedTests } from '../../../core/next-work/captured-so-far.ts';
import { addDataAgain, addDataTests, DATA_RUN } from '../../../core/next-work/data-tests.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import { addOwnTests, mayProve, OWN_RUN } from '../../../core/next-work/own-tests.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import { layered } from '../lanes/layered.ts';
import { type CellRequest, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { changeTests, mayHoldTests } from './prepare-control.ts';

type Asked = Pick<QuestionOf<'own-tests'>, 'candidate' | 'tree'>;
type Run = Pick<CellRequest, 'id' | 'name' | 'files'>;

const onOwnSource = (field: FieldUnderTest, { candidate }: Asked, run: Run): CellRequest => {
  const { changes, apart, inside, pinned } = candidateNamed(field, candidate);
  const own = layered(changes, apart, inside.own);
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
  const { apart, fixtures, inside } = candidateNamed(field, candidate);
  return {
    ...run,
    owner: candidate,
    changes: layered(fixtures, apart, inside.onBase),
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
  // A source is not given to a runner: its tests run with all others.
  const chosen = left.length === 0 || left.some(mayHoldTestsInside) ? null : left;
  return [
    onOwnSource(field, question, { id: `own ${tree}`, name: OWN_RUN, files: chosen }),
    onBase(field, question, { id: `proof ${tree}`, name: 'proof', files: chosen }),
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
    noteWritten(field, questions, (tree) => seen.get(`own ${tree}`));
    const unmoved = await findUnmoved(field, questions, seen);
    return addEach(questions, (captured, question) => {
      const { tree } = question;
      const cells = { own: seen.get(`own ${tree}`), proof: seen.get(`proof ${tree}`) };
      return addOwnTests(captured, question, cells, unmoved.get(tree));
    });
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
