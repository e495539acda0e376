import type { JsonSchema, Message, ToolCall, ToolSpec } from '../../core/domain/agent/conversation.ts';
import type { Measured } from '../../core/domain/measured.ts';
import type { MockBrief } from '../../core/domain/agent/mock-brief.ts';
import type { TokenUsage } from '../../core/domain/agent/token-usage.ts';

export type ModelRetry = {
  readonly attempt: number;
  readonly waitMs: number;
  readonly reason: string;
};

export type ModelRequest = {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Ask for JSON of this shape; if a provider cannot, only the prompt asks for it. */
  readonly shape?: { readonly name: string; readonly schema: JsonSchema };
  readonly signal?: AbortSignal;
  readonly onRetry?: (retry: ModelRetry) => void;
};

/** One turn. Text and calls may both be empty. */
export type Completion = {
  readonly ok: true;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly carried?: unknown;
  readonly usage: Measured<TokenUsage>;
  readonly costUsd: Measured<number>;
  /** The provider's name of the model that answered. */
  readonly model: string;
  /** `length`: cut off in the middle. */
  readonly stopped: 'done' | 'tools' | 'length' | 'filtered' | 'other';
};

/**
 * `refused`: asking again would not help (key, address, request). `unreadable`: not a valid answer.
 * `interrupted`: by our own signal. `context`: the conversation is longer than the model can read.
 * `waiting`: the request is kept, to be answered later.
 */
export type ModelFault = {
  readonly ok: false;
  readonly kind:
    | 'rate-limited'
    | 'unavailable'
    | 'refused'
    | 'unreadable'
    | 'interrupted'
    | 'waiting'
    | 'context';
  /** Phrased as a predicate of the model. */
  readonly reason: string;
  readonly retryAfterMs?: number;
};

/** Faults are outcomes; `complete` rejects only if the run is aborted. */
export type LanguageModel = {
  /** `provider:model`. */
  readonly name: string;
  /** Whether the price of its tokens is known. Checked before anything is spent. */
  readonly priced: boolean;
  /** Tokens that fit into one request, if known. */
  readonly contextTokens?: number;
  /** What this many tokens would cost, if known beforehand. */
  readonly expectUsd?: (tokens: { readonly input: number; readonly output: number }) => Measured<number>;
  complete(request: ModelRequest): Promise<Completion | ModelFault>;
};

export type Models = {
  /**
   * A problem with the name, its key or its program is a UserError, before anything runs.
   * `mock`: what scripted models know about the task; other models ignore it.
   */
  open(name: string, mock?: MockBrief): Promise<LanguageModel>;
  /** What cached input of a model costs relative to other input; absent: prices are unknown. */
  cachedPrice?(name: string): Promise<Measured<number>>;
};
