import type { RunPolicy } from '../conclude/conclude.ts';
import type { CapturedSoFar } from './captured-so-far.ts';
import type { Question, QuestionKind, QuestionOf } from './question.ts';

/** One kind of question, and when it is worth asking. */
export type Inquiry<K extends QuestionKind = QuestionKind> = {
  readonly kind: K;
  /** `run`: every run asks it, whatever its policy. */
  readonly dependsOn: 'run' | 'policy';
  /** Questions that the evidence so far does not answer. */
  readonly ask: (captured: CapturedSoFar, policy: RunPolicy) => readonly QuestionOf<K>[];
};

/** An inquiry among others of any kind. */
export type AnyInquiry = {
  readonly kind: QuestionKind;
  readonly dependsOn: Inquiry['dependsOn'];
  readonly ask: (captured: CapturedSoFar, policy: RunPolicy) => readonly Question[];
};
