import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { measured, missing } from '../../../core/domain/measured.ts';
import { rankByWords } from '../../../core/narrow/rank-by-words.ts';
import { rankTestFiles } from '../../../core/narrow/rank-test-files.ts';
import { addPanelTests, withWrittenRuns, type WrittenRuns } from '../../../core/next-work/panel-tests.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import type { WrittenTest } from '../../../core/panel/read-written-tests.ts';
import { testPlaces } from '../../../core/panel/test-places.ts';
import type { TestsPrompt } from '../../../core/panel/test-prompt.ts';
import { askForTests, type AskedForTests } from '../../panel/ask-for-tests.ts';
import { openSeat } from '../../panel/seat-panel.ts';
import { listBaseTests, readTestTexts } from '../change/read-base-tests.ts';
import { type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { storingTools, touchedCode } from '../gather/ask-field-panel.ts';
import { layered } from '../lanes/layered.ts';
import { runShared, type SharedCells } from '../lanes/run-cells.ts';
import { probedTrees, type ProbedTree } from '../probe/probe-field.ts';

const RUNS = ['panel-tests-1', 'panel-tests-2'] as const;
const REGULAR = '100644';
const MOST_NEAR = 6;

type Question = QuestionOf<'panel-tests'>;

/** The base's tests that are nearest to the task and to the changed files; those that ran, if the runner names files. */
const nearestTests = async ({ context, base, candidates, task }: FieldUnderTest, ran: readonly string[]) => {
  const { repository } = context.tools;
  const listed = await listBaseTests(repository, base.tree);
  const known = new Set(ran);
  const among = listed.filter(({ path }) => known.has(path));
  const tests = await readTestTexts(repository, among.length > 0 ? among : listed);
  const changed = candidates.flatMap(({ changes }) => changes.map(({ path }) => ({ path, name: '' })));
  const ranked = [
    ...rankTestFiles(tests, changed, MOST_NEAR),
    ...(rankByWords(tests, [''], task)[0] ?? []),
    ...tests.map(({ path }) => path),
  ];
  return {
    listed,
    tests: new Map(tests.map(({ path, text }) => [path, text])),
    ranked: [...new Set(ranked)],
  };
};

/** What the model sees: the task, the code that candidates change as it is on the base, and tests next to it. */
const promptOf = async (field: FieldUnderTest, ran: readonly string[]): Promise<TestsPrompt> => {
  const { tests, ranked } = await nearestTests(field, ran);
  const files = await field.context.tools.repository.listFiles(field.base.tree);
  const brought = field.candidates.flatMap(({ changes, apart }) =>
    [...changes, ...apart].map(({ path }) => path),
  );
  const places = testPlaces(ranked, new Set([...files, ...brought]));
  return {
    task: field.task,
    code: await touchedCode(field),
    places: places.map((place) => ({ ...place, text: tests.get(place.beside) ?? '' })),
  };
};

const notAsked = (model: string, reason: string): AskedForTests => {
  const nothing = missing('not-configured', reason);
  return {
    asked: { model, request: null, reply: nothing, costUsd: measured(0), files: [] },
    written: nothing,
  };
};

const ask = async (field: FieldUnderTest, model: string, { ran }: Question): Promise<AskedForTests> => {
  if (ran === null) return notAsked(model, 'the results of tests on the base are not known by name');
  const prompt = await promptOf(field, ran);
  if (prompt.places.length === 0)
    return notAsked(model, 'the base has no test next to which new ones could be written');
  const writer = await openSeat((await field.context.tools.judgeTools()).models, model);
  return askForTests(storingTools(field), writer, prompt);
};

const idOf = ({ source }: ProbedTree): string => `panel-tests ${source}`;

/** One workspace for each tree, and two processes after each other. */
const cellsOf = async (
  field: FieldUnderTest,
  trees: readonly ProbedTree[],
  written: readonly WrittenTest[],
): Promise<readonly SharedCells[]> => {
  const { context, base } = field;
  const { changes: tests } = await context.tools.repository.composeTree(
    base.tree,
    written.map(({ path, text }) => ({ path, mode: REGULAR, text })),
  );
  const files = written.map(({ path }) => path);
  return trees.map((tree) => {
    const changes = layered(tree.changes, tests);
    return {
      id: idOf(tree),
      owner: tree.names[0],
      name: 'panel-tests',
      changes,
      ownInstall: tree.names[0] !== BASELINE && needsOwnInstall(context.plan, changes),
      like: laneOf(field, tree.source),
      writable: [],
      tests: RUNS.map((name) => ({ name, files })),
    };
  });
};

/** Has tests written from the task alone, and runs them twice on the base and on every candidate. */
export const runPanelTests: Executor<'panel-tests'> = {
  stage: () => 'asking a model for tests from the task alone',
  run: async (field, [question]) => {
    const model = field.panel?.tests;
    if (question === undefined || model === undefined) return (captured) => captured;
    const { asked, written } = await ask(field, model, question);
    if (!written.known) return (captured) => addPanelTests(captured, asked, written);
    field.context.tools.run.emit({ event: 'stage', text: 'running tests that were written from the task' });
    const trees = probedTrees(field, question.names);
    const seen = await runShared(field.context, await cellsOf(field, trees, written.value));
    const ran = trees.map((tree): WrittenRuns => {
      const reports = seen.get(idOf(tree))?.reports;
      return { names: tree.names, reports: [reports?.get(RUNS[0]), reports?.get(RUNS[1])] };
    });
    const addRuns = addEach(trees, (captured, tree) =>
      withWrittenRuns(captured, tree.names[0], seen.get(idOf(tree))),
    );
    return (captured) => addPanelTests(addRuns(captured), asked, measured(ran));
  },
};
