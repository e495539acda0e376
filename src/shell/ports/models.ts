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
  /** Ask for JSON of this shape; where a provider cannot, the text alone asks for it. */
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
  /** As the provider names what answered. */
  readonly model: string;
  /** `length`: cut off in the middle. */
  readonly stopped: 'done' | 'tools' | 'length' | 'filtered' | 'other';
};

/**
 * `refused`: asking again would not help (key, address, what was asked). `unreadable`: an answer that is none.
 * `interrupted`: by our own signal.
 */
export type ModelFault = {
  readonly ok: false;
  readonly kind: 'rate-limited' | 'unavailable' | 'refused' | 'unreadable' | 'interrupted';
  /** A predicate of the model. */
  readonly reason: string;
  readonly retryAfterMs?: number;
};

/** Trouble is an outcome; `complete` rejects only if the run is aborted. */
export type LanguageModel = {
  /** `provider:model`. */
  readonly name: string;
  /** Is the price of its tokens known? Asked before anything is spent. */
  readonly priced: boolean;
  complete(request: ModelRequest): Promise<Completion | ModelFault>;
};

export type Models = {
  /**
   * What is wrong with the name, its key or its program is a UserError, before anything runs.
   * `mock`: what scripted models know of the task; nobody else reads it.
   */
  open(name: string, mock?: MockBrief): Promise<LanguageModel>;
};
