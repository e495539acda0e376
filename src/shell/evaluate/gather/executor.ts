import type { CapturedSoFar } from '../../../core/next-work/captured-so-far.ts';
import type { QuestionKind, QuestionOf } from '../../../core/next-work/question.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';

/** Adds the results to the evidence so far. */
export type AddEvidence = (captured: CapturedSoFar) => CapturedSoFar;

/** Answers all questions of one kind that a round asks. */
export type Executor<K extends QuestionKind> = {
  /** Shown as progress; absent: nothing is announced. */
  readonly stage?: (questions: readonly QuestionOf<K>[]) => string;
  readonly run: (field: FieldUnderTest, questions: readonly QuestionOf<K>[]) => Promise<AddEvidence>;
};

/** Applies one addition per item, in order. */
export const addEach =
  <T>(items: readonly T[], add: (captured: CapturedSoFar, item: T) => CapturedSoFar): AddEvidence =>
  (captured) =>
    items.reduce(add, captured);
