import { addBaseRepeat } from '../../../core/next-work/base-repeat.ts';
import { withChecks } from '../../../core/next-work/captured-so-far.ts';
import { addChecks } from '../../../core/next-work/checks.ts';
import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { captureField } from '../lanes/capture-field.ts';
import { cellSubjects } from '../lanes/run-cells.ts';
import { subjectId, type TreeUnderTest } from '../lanes/tree-lane.ts';
import { type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { addEach, type Executor } from '../gather/executor.ts';

const REPEAT = 'repeat';

const repeatLanes = (field: FieldUnderTest): readonly TreeUnderTest[] => {
  const { context, base } = field;
  return cellSubjects(context, [
    {
      id: REPEAT,
      owner: BASELINE,
      name: REPEAT,
      changes: [],
      files: null,
      ownInstall: false,
      like: laneOf(field, base.tree),
      writable: 'all',
    },
  ]);
};

const lanesOf = (
  lanes: readonly TreeUnderTest[],
  questions: readonly { readonly source: string }[],
): readonly TreeUnderTest[] => {
  const sources = new Set(questions.map(({ source }) => source));
  return lanes.filter((lane) => sources.has(subjectId(lane)));
};

/** The plan's checks on every source; the base's second run is dispatched with them. */
export const runChecks: Executor<'checks'> = {
  run: async (field, questions) => {
    const repeat = questions.some(({ candidate }) => candidate === BASELINE) ? repeatLanes(field) : [];
    const seen = new Map(await captureField(field.context, [...lanesOf(field.lanes, questions), ...repeat]));
    const repeated = seen.get(REPEAT);
    for (const path of repeated?.altered ?? []) field.context.written.add(path);
    seen.delete(REPEAT);
    return (captured) => addChecks(captured, seen, repeated);
  },
};

/** Only compares: the second run was made together with the first. */
export const compareBaseRuns: Executor<'base-repeat'> = {
  run: async () => (captured) => addBaseRepeat(captured, captured.examination?.repeated),
};

const runAgain = async (field: FieldUnderTest, lanes: readonly TreeUnderTest[]) => {
  const seen = await captureField(field.context, lanes);
  return addEach([...seen], (captured, [source, evidence]) => withChecks(captured, source, evidence));
};

export const retryChecks: Executor<'retry'> = {
  stage: ({ length }) => `retrying ${length} that ran out of time`,
  run: (field, questions) => {
    const limits = new Map(questions.map(({ source, limitsMs }) => [source, limitsMs]));
    const lanes = field.lanes.flatMap((lane) => {
      const limitsMs = limits.get(subjectId(lane));
      return limitsMs === undefined ? [] : [{ ...lane, limitsMs }];
    });
    return runAgain(field, lanes);
  },
};
