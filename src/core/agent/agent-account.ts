import type { RunEvent } from '../domain/run/run-event.ts';
import { addUsage, NO_TOKENS, type TokenUsage } from '../domain/agent/token-usage.ts';
import type { AgentSaying } from './agent-saying.ts';
import { capText } from './cap-text.ts';

const LONGEST_ACTION = 300;
const LONGEST_RECORDED = 20_000;
const LONGEST_ANSWER = 20_000;
/** How many tool names are remembered for their answers. */
const MOST_NAMES = 10_000;
const MOST_MODELS = 20;

/** What an agent has said so far, added up. */
export type AgentAccount = {
  readonly steps: number;
  readonly lastTurn: string | null;
  readonly toolCalls: number;
  /** Undefined: not said. */
  readonly usage: TokenUsage | undefined;
  readonly costUsd: number | undefined;
  readonly models: readonly string[];
  /** Usage of the turns that named their model: each has its own price. */
  readonly usageByModel: ReadonlyMap<string, TokenUsage>;
  readonly toolNames: ReadonlyMap<string, string>;
  readonly lastAction: string;
  readonly lastText: string;
  readonly question: string | null;
  readonly login: string | null;
  readonly error: string | null;
  readonly end: Extract<AgentSaying, { says: 'end' }> | null;
};

export const NOTHING_SAID: AgentAccount = {
  steps: 0,
  lastTurn: null,
  toolCalls: 0,
  usage: undefined,
  costUsd: undefined,
  models: [],
  usageByModel: new Map(),
  toolNames: new Map(),
  lastAction: '',
  lastText: '',
  question: null,
  login: null,
  error: null,
  end: null,
};

const inOneLine = (text: string): string => text.slice(0, LONGEST_ACTION).replaceAll(/\s+/g, ' ').trim();

type Taken = { readonly account: AgentAccount; readonly events: readonly RunEvent[] };

/** What is part of the conversation, and so of the trace. */
const takeSpeech = (
  account: AgentAccount,
  saying: Extract<AgentSaying, { says: 'text' | 'call' | 'answer' }>,
): Taken => {
  const step = account.steps;
  switch (saying.says) {
    case 'text': {
      const text = capText(saying.text, LONGEST_RECORDED).text;
      const seen = text.trim() === '' ? {} : { lastAction: inOneLine(text), lastText: text };
      return { account: { ...account, ...seen }, events: [{ event: 'model_turn', step, text }] };
    }
    case 'call': {
      const { id, name } = saying;
      const input = capText(saying.input, LONGEST_RECORDED).text;
      const names = new Map(account.toolNames.size < MOST_NAMES ? account.toolNames : []).set(id, name);
      return {
        account: {
          ...account,
          toolCalls: account.toolCalls + 1,
          toolNames: names,
          lastAction: inOneLine(`${name} ${input}`),
        },
        events: [{ event: 'tool_call', step, id, name, input }],
      };
    }
    case 'answer': {
      const { id, failed } = saying;
      const text = capText(saying.text, LONGEST_RECORDED).text;
      const name = account.toolNames.get(id) ?? '';
      return { account, events: [{ event: 'tool_result', step, id, name, failed, text }] };
    }
  }
};

const takeTurn = (account: AgentAccount, turn: Extract<AgentSaying, { says: 'turn' }>): AgentAccount => {
  const { id, usage, model } = turn;
  if (id !== null && id === account.lastTurn) return account;
  const begun = { ...account, steps: account.steps + 1, lastTurn: id };
  if (usage === undefined) return begun;
  const { usageByModel } = account;
  const name = model?.slice(0, LONGEST_ACTION);
  const remembered = name !== undefined && (usageByModel.has(name) || usageByModel.size < MOST_MODELS);
  return {
    ...begun,
    usage: addUsage(account.usage ?? NO_TOKENS, usage),
    ...(remembered
      ? {
          usageByModel: new Map(usageByModel).set(name, addUsage(usageByModel.get(name) ?? NO_TOKENS, usage)),
        }
      : {}),
  };
};

/** The account with one more saying; the events are for the trace. */
export const takeSaying = (account: AgentAccount, saying: AgentSaying): Taken => {
  const only = (change: Partial<AgentAccount>) => ({ account: { ...account, ...change }, events: [] });
  switch (saying.says) {
    case 'turn':
      return { account: takeTurn(account, saying), events: [] };
    case 'text':
    case 'call':
    case 'answer':
      return takeSpeech(account, saying);
    case 'model':
      return account.models.includes(saying.model) || account.models.length >= MOST_MODELS
        ? { account, events: [] }
        : only({ models: [...account.models, saying.model.slice(0, LONGEST_ACTION)] });
    case 'usage':
      return only({
        usage: saying.of === 'run' ? saying.usage : addUsage(account.usage ?? NO_TOKENS, saying.usage),
      });
    case 'cost':
      return only({ costUsd: saying.of === 'run' ? saying.usd : (account.costUsd ?? 0) + saying.usd });
    case 'question':
      return only({ question: capText(saying.text, LONGEST_RECORDED).text });
    case 'login':
      return only({ login: account.login ?? inOneLine(saying.text) });
    case 'error':
      return only({ error: inOneLine(saying.text), lastAction: inOneLine(saying.text) });
    case 'end':
      return only({ end: { ...saying, answer: capText(saying.answer, LONGEST_ANSWER).text } });
  }
};
