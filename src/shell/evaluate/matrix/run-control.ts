import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { addControl, addControlAgain, CONTROL_AGAIN } from '../../../core/next-work/control.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { type CellRequest, layered, runCells } from '../lanes/run-cells.ts';
import { candidateNamed, type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';
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

/** Neither logs nor exit codes of these runs are stored with a candidate. */
export const runControl: Executor<'control'> = {
  stage: () => 'running the negative control',
  run: async (field, questions) => {
    const { context, base } = field;
    const files = [...new Set(questions.flatMap((question) => question.files))];
    const prepared = await changeTests(context.tools, base, files);
    if (prepared === null) return (captured) => captured;
    const { changes, titles } = prepared;
    const seen = await runCells(
      context,
      questions.map((question) => cellOf(field, question, changes, 'control')),
    );
    return addEach(questions, (captured, question) =>
      addControl(captured, question, seen.get(`control ${question.source}`), titles),
    );
  },
};

const ROUNDS = Array.from({ length: CONTROL_AGAIN }, (_, at) => at + 1);

export const repeatControl: Executor<'control-again'> = {
  stage: () => 'repeating the negative control',
  run: async (field, questions) => {
    const { context, base } = field;
    const files = [...new Set(questions.flatMap((question) => question.files))];
    const prepared = await changeTests(context.tools, base, files);
    if (prepared === null) return (captured) => captured;
    const seen = await runCells(
      context,
      questions.flatMap((question) =>
        ROUNDS.flatMap((round) => [
          cellOf(field, question, prepared.changes, `control-again-${round}`),
          cellOf(field, question, [], `control-plain-${round}`),
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
      ),
    );
  },
};
