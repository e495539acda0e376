import type { AgentEnd, AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { Message } from '../../core/domain/agent/conversation.ts';
import { measured, missing, type Measured } from '../../core/domain/measured.ts';
import { addUsage, NO_TOKENS, type TokenUsage } from '../../core/domain/agent/token-usage.ts';
import type { Completion } from '../ports/models.ts';

/** The state of a run of the agent. */
export type AgentState = {
  readonly messages: readonly Message[];
  readonly steps: number;
  readonly toolCalls: number;
  readonly invalidCalls: number;
  readonly usage: Measured<TokenUsage>;
  readonly costUsd: Measured<number>;
  readonly answer: string;
};

export const freshState = (prompt: string): AgentState => ({
  messages: [{ role: 'user', text: prompt }],
  steps: 0,
  toolCalls: 0,
  invalidCalls: 0,
  usage: measured(NO_TOKENS),
  costUsd: measured(0),
  answer: '',
});

/** One turn of unknown usage makes the sum unknown. */
const add = <T>(sum: Measured<T>, more: Measured<T>, join: (left: T, right: T) => T): Measured<T> =>
  sum.known && more.known ? measured(join(sum.value, more.value)) : sum.known ? more : sum;

export const afterTurn = (state: AgentState, turn: Completion): AgentState => ({
  ...state,
  steps: state.steps + 1,
  usage: add(state.usage, turn.usage, addUsage),
  costUsd: add(state.costUsd, turn.costUsd, (left, right) => left + right),
  answer: turn.text === '' ? state.answer : turn.text,
  messages: [
    ...state.messages,
    {
      role: 'assistant',
      text: turn.text,
      toolCalls: turn.toolCalls,
      ...(turn.carried === undefined ? {} : { carried: turn.carried }),
    },
  ],
});

export type Ending = { readonly ended: AgentEnd; readonly reason: string };

export const resultOf = (
  state: AgentState,
  { ended, reason }: Ending,
  { model, wallMs }: { readonly model: string; readonly wallMs: number },
): AgentResult => ({
  model,
  ended,
  reason,
  steps: measured(state.steps),
  toolCalls: measured(state.toolCalls),
  invalidCalls: measured(state.invalidCalls),
  usage: state.steps === 0 ? missing('infrastructure', 'the model gave no answer') : state.usage,
  costUsd: state.steps === 0 ? missing('infrastructure', 'the model gave no answer') : state.costUsd,
  wallMs,
  answer: state.answer,
});
