import { type Measured, measured, missing } from '../../core/domain/measured.ts';
import type { JudgePrompt } from '../../core/judge/judge-prompt.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import { askJudge } from '../judge/ask-judge.ts';
import type { Digest } from '../ports/clock.ts';
import type { LanguageModel, ModelRequest } from '../ports/models.ts';

const LONGEST_REPLY = 200_000;
const LONGEST_REASON = 300;
/** Code has fewer characters per token than prose. */
const LETTERS_A_TOKEN = 3;

/** Money for all questions of one run. It is set aside before a question is asked, so that those under way together stay within. */
export type Purse = {
  /** Null: the question may be asked. */
  reserve(expected: Measured<number>): string | null;
  settle(expected: Measured<number>, cost: Measured<number>): void;
};

/** `budgetUsd` null: no limit. */
export const openPurse = (budgetUsd: number | null): Purse => {
  let spent = 0;
  return {
    reserve: (expected) => {
      if (budgetUsd === null) return null;
      const usd = expected.known ? expected.value : 0;
      if (spent + usd > budgetUsd || spent >= budgetUsd)
        return `not asked: it would go over the budget of $${budgetUsd}`;
      spent += usd;
      return null;
    },
    settle: (expected, cost) => {
      if (cost.known) spent += cost.value - (expected.known ? expected.value : 0);
    },
  };
};

export type StoredQuestion = {
  readonly prompt: JudgePrompt;
  readonly shape: NonNullable<ModelRequest['shape']>;
  /** Expected length of the reply. */
  readonly replyTokens: number;
};

export type StoringTools = {
  readonly purse: Purse;
  readonly digest: Digest;
  /** Keeps a prompt or a reply under its digest. */
  readonly keep: (kind: 'request' | 'reply', sha256: string, text: string) => Promise<void>;
};

export type StoredAnswer = {
  /** The sha-256 of what was asked. */
  readonly request: string;
  readonly reply: Measured<{ readonly sha256: string; readonly text: string }>;
  readonly costUsd: Measured<number>;
  /** The request will be answered later. */
  readonly waiting?: true;
};

const textOf = ({ prompt }: StoredQuestion): string => `${prompt.system}\n\n${prompt.user}\n`;

export const shortReason = (reason: string): string => printableLine(reason, LONGEST_REASON);

/** What one question would cost, before it is asked. */
export const expectCost = (model: LanguageModel, question: StoredQuestion): Measured<number> =>
  model.expectUsd?.({
    input: Math.ceil(textOf(question).length / LETTERS_A_TOKEN),
    output: question.replyTokens,
  }) ?? missing('not-configured', `the cost of ${model.name} is not known beforehand`);

/** Asks one question within the budget, and keeps the prompt and the reply. */
export const askStored = async (
  { purse, digest, keep }: StoringTools,
  model: LanguageModel,
  question: StoredQuestion,
): Promise<StoredAnswer> => {
  const text = textOf(question);
  const request = digest(text);
  await keep('request', request, text);
  const expected = expectCost(model, question);
  const refusal = purse.reserve(expected);
  if (refusal !== null) return { request, reply: missing('not-configured', refusal), costUsd: measured(0) };
  const answer = await askJudge(model, question.prompt, question.shape);
  const costUsd = answer.waiting === true ? measured(0) : answer.costUsd;
  purse.settle(expected, costUsd);
  if (!answer.reply.known) {
    const unanswered = {
      request,
      reply: missing(answer.reply.cause, shortReason(answer.reply.reason)),
      costUsd,
    };
    return answer.waiting === true ? { ...unanswered, waiting: true } : unanswered;
  }
  const reply = answer.reply.value.slice(0, LONGEST_REPLY);
  const sha256 = digest(reply);
  await keep('reply', sha256, reply);
  return { request, reply: measured({ sha256, text: reply }), costUsd };
};
