import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { OtherPlace } from '../../../core/domain/work/other-place.ts';
import { profileById } from '../../../core/languages/languages.ts';
import { addElsewhere, type ElsewhereKind } from '../../../core/next-work/elsewhere/elsewhere.ts';
import { addElsewhereAgain, type SeenAgain } from '../../../core/next-work/elsewhere/elsewhere-again.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import { layered } from '../lanes/layered.ts';
import { type CellRequest, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { type AddEvidence, addEach, type Executor } from '../gather/executor.ts';

type Asked = Pick<QuestionOf<ElsewhereKind>, 'candidate' | 'tree'>;

/** Of the surroundings that a question is about; its name is that of the runs. */
const placeOf = (field: FieldUnderTest, kind: ElsewhereKind): OtherPlace => {
  if (kind === 'elsewhere') return farthest(field);
  return kind === 'elsewhere-today' ? 'elsewhere' : 'moved';
};

/** Another date for helpers alone would only confuse programs that keep the usual one. */
const farthest = ({ context }: FieldUnderTest): OtherPlace =>
  profileById(context.plan.profile)?.ownClock === true ? 'elsewhere' : 'later';

/** The source with the base's tests, or with the candidate's own. */
const cellOf = (
  field: FieldUnderTest,
  { candidate, tree }: Asked,
  of: 'suite' | 'own',
  cell: Pick<CellRequest, 'name' | 'files'> & { readonly place?: OtherPlace },
): CellRequest => {
  const { context, base } = field;
  const id = `${cell.name} ${tree}`;
  if (candidate === BASELINE)
    return { ...cell, id, owner: candidate, changes: [], ownInstall: false, like: laneOf(field, base.tree) };
  const { changes, apart, inside, pinned } = candidateNamed(field, candidate);
  const all = of === 'suite' ? changes : layered(changes, apart, inside.own);
  return {
    ...cell,
    ...(of === 'own' ? { writable: 'all' as const } : {}),
    id,
    owner: candidate,
    changes: all,
    ownInstall: needsOwnInstall(context.plan, all),
    like: laneOf(field, pinned.tree),
  };
};

/** Candidates with the same source but different tests share the run of the base's tests. */
const suiteCell = (field: FieldUnderTest, question: QuestionOf<ElsewhereKind>): CellRequest => {
  const { candidate, kind } = question;
  const source = candidate === BASELINE ? BASELINE : candidateNamed(field, candidate).pinned.tree;
  const cell = cellOf(field, question, 'suite', { name: kind, files: null, place: placeOf(field, kind) });
  const isTraced = profileById(field.context.plan.profile)?.refusesTracing !== true;
  return { ...cell, id: `${kind} ${source}`, ...(isTraced ? { traced: true as const } : {}) };
};

const examineThere = async (
  field: FieldUnderTest,
  questions: readonly QuestionOf<ElsewhereKind>[],
): Promise<AddEvidence> => {
  const suites = questions.map((question) => suiteCell(field, question));
  const shared = new Map(suites.map((cell) => [cell.id, cell]));
  const own = questions
    .filter((question) => question.own.length > 0)
    .map((question) =>
      cellOf(field, question, 'own', {
        name: `${question.kind}-own`,
        files: question.own === 'all' ? null : question.own,
        place: placeOf(field, question.kind),
      }),
    );
  const seen = await runCells(field.context, [...shared.values(), ...own]);
  return addEach(questions, (captured, question) =>
    addElsewhere(captured, question, {
      suite: seen.get(suiteCell(field, question).id),
      ...(question.own.length === 0 ? {} : { own: seen.get(`${question.kind}-own ${question.tree}`) }),
    }),
  );
};

export const examineElsewhere: Executor<'elsewhere'> = {
  stage: () => 'running tests in other surroundings',
  run: examineThere,
};

export const examineToday: Executor<'elsewhere-today'> = {
  stage: () => 'running tests in other surroundings on the usual date',
  run: examineThere,
};

export const examineMoved: Executor<'elsewhere-moved'> = {
  stage: () => 'running tests at another place',
  run: examineThere,
};

const AGAIN = ['usual', 'elsewhere', 'today', 'moved'] as const;

const againCells = (field: FieldUnderTest, question: QuestionOf<'elsewhere-again'>): CellRequest[] =>
  (['suite', 'own'] as const).flatMap((of) => {
    const tests = question[of];
    if (tests === null) return [];
    // Whether the base is steady in its usual surroundings is already known.
    const places = AGAIN.filter(
      (place) =>
        (place !== 'usual' || question.candidate !== BASELINE) &&
        (place !== 'elsewhere' || question.place !== 'moved') &&
        (place !== 'today' || question.dated === true),
    );
    const first = question.place === undefined ? farthest(field) : 'elsewhere';
    const there = { elsewhere: first, today: 'elsewhere', moved: 'moved' } as const;
    return places.map((place) =>
      cellOf(field, question, of, {
        name: `again-${of}-${place}`,
        files: tests.files,
        ...(place === 'usual' ? {} : { place: there[place] }),
      }),
    );
  });

const seenAgain = (
  seen: ReadonlyMap<string, TreeEvidence>,
  { tree }: Asked,
  of: 'suite' | 'own',
): SeenAgain => ({
  usual: seen.get(`again-${of}-usual ${tree}`),
  elsewhere: seen.get(`again-${of}-elsewhere ${tree}`),
  today: seen.get(`again-${of}-today ${tree}`),
  moved: seen.get(`again-${of}-moved ${tree}`),
});

export const examineElsewhereAgain: Executor<'elsewhere-again'> = {
  stage: () => 'running tests again that pass in one place only',
  run: async (field, questions) => {
    const seen = await runCells(
      field.context,
      questions.flatMap((question) => againCells(field, question)),
    );
    return addEach(questions, (captured, question) =>
      addElsewhereAgain(captured, question, {
        suite: seenAgain(seen, question, 'suite'),
        own: seenAgain(seen, question, 'own'),
      }),
    );
  },
};
