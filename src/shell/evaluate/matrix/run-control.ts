import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { addControl, addControlAgain, CONTROL_AGAIN } from '../../../core/next-work/control.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { layered } from '../lanes/layered.ts';
import { type CellRequest, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
import { type ControlOn, controlOn, filesDefining } from './control-on.ts';
import { changeTests } from './prepare-control.ts';

type Asked = Pick<QuestionOf<'control'>, 'candidate' | 'source' | 'files'>;

/** A suite that takes no longer than this runs whole for the control: then not even the command differs. */
const SHORT_SUITE_MS = 10_000;

const isShort = ({ times, plan }: FieldUnderTest['context']): boolean => {
  const tests = plan.checks.filter(({ kind }) => kind === 'test');
  return tests.every(({ name }) => (times.get(name) ?? Number.POSITIVE_INFINITY) <= SHORT_SUITE_MS);
};

/** In a workspace like the real one; only logs and result keys carry the control's name. */
const cellOf = (
  field: FieldUnderTest,
  { candidate, source, files }: Asked,
  changed: readonly TreeChange[],
  name: string,
): CellRequest => {
  const own = candidate === BASELINE ? [] : candidateNamed(field, candidate).changes;
  const changes = layered(own, changed);
  return {
    id: `${name} ${source}`,
    owner: BASELINE,
    name: `${name}-${source.slice(0, 12)}`,
    changes,
    files: isShort(field.context) ? null : files,
    ownInstall: needsOwnInstall(field.context.plan, changes),
    like: laneOf(field, source),
    quiet: true,
  };
};

type Controlled = { readonly titles: readonly string[]; readonly on: (question: Asked) => ControlOn };

/** The changed tests on every source that is asked about; null: none can be changed. */
const prepare = async (
  field: FieldUnderTest,
  questions: readonly (Asked & { readonly unplaced?: readonly string[] })[],
): Promise<Controlled | null> => {
  const { context, base } = field;
  const unplaced = [...new Set(questions.flatMap((question) => question.unplaced ?? []))];
  const found = await filesDefining(context.tools, base, unplaced);
  const files = new Set([...questions.flatMap((question) => question.files), ...found]);
  const prepared = await changeTests(context.tools, base, [...files]);
  if (prepared === null) return null;
  const bySource = new Map<string, ControlOn>();
  for (const { candidate, source } of questions) {
    const one = candidate === BASELINE ? null : candidateNamed(field, candidate);
    if (!bySource.has(source)) bySource.set(source, await controlOn(context.tools, base, prepared, one));
  }
  return {
    titles: prepared.titles,
    on: ({ source }) => bySource.get(source) ?? { changed: [], original: [], uncontrolled: [] },
  };
};

/** Neither logs nor exit codes of these runs are stored with a candidate. */
export const runControl: Executor<'control'> = {
  stage: () => 'running the negative control',
  run: async (field, questions) => {
    const prepared = await prepare(field, questions);
    if (prepared === null) return (captured) => captured;
    const { titles, on } = prepared;
    const seen = await runCells(
      field.context,
      questions.map((question) => cellOf(field, question, on(question).changed, 'control')),
    );
    return addEach(questions, (captured, question) => {
      const run = seen.get(`control ${question.source}`);
      return addControl(captured, question, run, { titles, uncontrolled: on(question).uncontrolled });
    });
  },
};

const ROUNDS = Array.from({ length: CONTROL_AGAIN }, (_, at) => at + 1);

export const repeatControl: Executor<'control-again'> = {
  stage: () => 'repeating the negative control',
  run: async (field, questions) => {
    const prepared = await prepare(field, questions);
    if (prepared === null) return (captured) => captured;
    const { on } = prepared;
    const seen = await runCells(
      field.context,
      questions.flatMap((question) =>
        ROUNDS.flatMap((round) => [
          cellOf(field, question, on(question).changed, `control-again-${round}`),
          cellOf(field, question, on(question).original, `control-plain-${round}`),
        ]),
      ),
    );
    return addEach(questions, (captured, question) =>
      addControlAgain(
        captured,
        question,
        ROUNDS.map((round) => ({
          changed: seen.get(`control-again-${round} ${question.source}`),
          original: seen.get(`control-plain-${round} ${question.source}`),
        })),
        on(question).uncontrolled,
      ),
    );
  },
};
