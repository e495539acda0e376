import type { RunPolicy } from '../conclude/score-captured.ts';
import type { CapturedSoFar } from './captured-so-far.ts';
import type { Question, QuestionKind, QuestionOf } from './question.ts';

/** Why these candidates were not examined further under the run's own policy. */
export type WhyRuledOut = (...candidates: readonly string[]) => string;

/** How a replay reports a question that only another policy asks. */
type Report<Q extends Question> = {
  describe(question: Q, whyRuledOut: WhyRuledOut): { readonly question: string; readonly why: string };
  /** Asked only of candidates that may win. */
  readonly contendersOnly?: true;
  /** The evidence does not show whether it was asked: reported only if the run's own policy does not ask it. */
  readonly traceless?: true;
};

/** One kind of question, and when it is worth asking. */
export type Inquiry<K extends QuestionKind> = {
  readonly kind: K;
  /** Questions that the evidence so far does not answer. */
  readonly ask: (captured: CapturedSoFar, policy: RunPolicy) => readonly QuestionOf<K>[];
  /** Absent: every run asks it, whatever its policy. */
  readonly report?: Report<QuestionOf<K>>;
};

/** An inquiry of any kind; it receives only its own questions. */
export type AnyInquiry = {
  readonly kind: QuestionKind;
  readonly ask: (captured: CapturedSoFar, policy: RunPolicy) => readonly Question[];
  readonly report?: Report<Question>;
};
