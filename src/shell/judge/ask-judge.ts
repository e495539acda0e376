import type { JudgePrompt } from '../../core/judge/judge-prompt.ts';
import { measured, missing, type Measured } from '../../core/domain/measured.ts';
import { findObjectWith } from '../../core/domain/json/find-object-with.ts';
import type { TokenUsage } from '../../core/domain/agent/token-usage.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { LanguageModel, ModelRequest } from '../ports/models.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';

/** Limits of one question. */
const MOST_MS = 300_000;
const LONGEST_RATIONALE = 1000;

export type JudgeBench = {
  readonly model: LanguageModel;
  readonly nonce: AgentTools['nonce'];
  readonly record: (event: RunEvent) => Promise<void>;
};

export type JudgeAnswer = {
  readonly reply: Measured<string>;
  readonly model: string;
  readonly usage: Measured<TokenUsage>;
  readonly costUsd: Measured<number>;
  /** The request is kept, to be answered later. */
  readonly waiting?: true;
};

/** One question to one judge. Any failure costs only this answer. */
export const askJudge = async (
  model: LanguageModel,
  { system, user }: JudgePrompt,
  shape: ModelRequest['shape'],
): Promise<JudgeAnswer> => {
  const answer = await model.complete({
    system,
    messages: [{ role: 'user', text: user }],
    tools: [],
    signal: AbortSignal.timeout(MOST_MS),
    ...(shape === undefined ? {} : { shape }),
  });
  if (answer.ok) {
    const { text, usage, costUsd } = answer;
    return { reply: measured(text), model: answer.model, usage, costUsd };
  }
  const nothing = missing('infrastructure', `${model.name} ${answer.reason}`);
  const unanswered = { reply: nothing, model: model.name, usage: nothing, costUsd: nothing };
  return answer.kind === 'waiting' ? { ...unanswered, waiting: true } : unanswered;
};

/** The judge's reason; null if it gives none. */
export const rationaleIn = (reply: string): string | null => {
  const search = findObjectWith(reply, 'rationale');
  if (typeof search === 'string') return null;
  const { rationale } = search.found as { rationale: unknown };
  return typeof rationale === 'string' ? printableLine(rationale, LONGEST_RATIONALE) : null;
};
