import { measured, missing, type Measured } from '../../core/domain/measured.ts';
import { addUsage, NO_TOKENS, type TokenUsage } from '../../core/domain/agent/token-usage.ts';
import type { JudgeAnswer } from './ask-judge.ts';

/** What judging cost, apart from what the agent used. An answer of unknown cost makes the sum unknown. */
export type JudgeCosts = { readonly usage: Measured<TokenUsage>; readonly costUsd: Measured<number> };

const unknown = missing('infrastructure', 'not every judge reported the cost of its answer');

export const judgeCosts = (answers: readonly JudgeAnswer[]): JudgeCosts => {
  const usages = answers.flatMap(({ usage }) => (usage.known ? [usage.value] : []));
  const costs = answers.flatMap(({ costUsd }) => (costUsd.known ? [costUsd.value] : []));
  return {
    usage: usages.length < answers.length ? unknown : measured(usages.reduce(addUsage, NO_TOKENS)),
    costUsd: costs.length < answers.length ? unknown : measured(costs.reduce((sum, cost) => sum + cost, 0)),
  };
};
