import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import type { ToolCall } from '../../../core/domain/agent/conversation.ts';
import type { Completion } from '../../ports/models.ts';
import { type AssistantParts, inputObject } from './to-prompt.ts';

/** Far more than a model writes in one turn. */
const MOST_CHARS = 8 * 1024 * 1024;

type Part = AssistantParts[number];
type Growing = { kind: 'text' | 'reasoning'; text: string; metadata: Part['providerOptions'] };

export type StreamedTurn = {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly parts: AssistantParts;
  readonly usage: LanguageModelV3Usage;
  readonly stopped: Completion['stopped'];
  /** As the provider names it; null if it does not. */
  readonly model: string | null;
};

const STOPPED: Readonly<Record<LanguageModelV3FinishReason['unified'], Completion['stopped']>> = {
  stop: 'done',
  'tool-calls': 'tools',
  length: 'length',
  'content-filter': 'filtered',
  error: 'other',
  other: 'other',
};

/** Errors inside the stream, such as an overload in the middle of an answer. */
export class StreamFailure extends Error {
  readonly reported: unknown;

  constructor(reported: unknown) {
    super('the provider ended its answer with an error');
    this.reported = reported;
  }
}

/** An answer that does not end properly: cut off, empty, or too long. */
export class UnreadableStream extends Error {}

const withMetadata = (metadata: Part['providerOptions']) =>
  metadata === undefined ? {} : { providerOptions: metadata };

const finished = (entry: Growing | ToolCallPart): Part => {
  if ('type' in entry) return entry;
  return { type: entry.kind, text: entry.text, ...withMetadata(entry.metadata) };
};

type ToolCallPart = Part & { readonly type: 'tool-call' };

/** Collects the parts of a turn in the order in which they began. */
const gatherer = () => {
  const entries: (Growing | ToolCallPart)[] = [];
  const open = new Map<string, Growing>();
  const toolCalls: ToolCall[] = [];
  let chars = 0;
  const grow = (
    kind: Growing['kind'],
    part: { id: string; delta?: string; providerMetadata?: Part['providerOptions'] },
  ): void => {
    const key = `${kind} ${part.id}`;
    let entry = open.get(key);
    if (entry === undefined) {
      entry = { kind, text: '', metadata: undefined };
      open.set(key, entry);
      entries.push(entry);
    }
    chars += part.delta?.length ?? 0;
    if (chars > MOST_CHARS)
      throw new UnreadableStream(`gave an answer of more than ${MOST_CHARS} characters`);
    entry.text += part.delta ?? '';
    entry.metadata = part.providerMetadata ?? entry.metadata;
  };
  const call = (part: LanguageModelV3StreamPart & { type: 'tool-call' }): void => {
    const { toolCallId, toolName, input } = part;
    toolCalls.push({ id: toolCallId, name: toolName, input });
    entries.push({
      type: 'tool-call',
      toolCallId,
      toolName,
      input: inputObject(input),
      ...withMetadata(part.providerMetadata),
    });
  };
  const text = (): string =>
    entries.flatMap((entry) => ('type' in entry || entry.kind !== 'text' ? [] : [entry.text])).join('');
  const parts = (): AssistantParts =>
    entries.map(finished).filter((part) => part.type !== 'text' || part.text !== '' || part.providerOptions);
  return { grow, call, text, parts, toolCalls };
};

/** Reads a streamed answer to its end; an incomplete answer is thrown. */
export const readStream = async (
  stream: ReadableStream<LanguageModelV3StreamPart>,
): Promise<StreamedTurn> => {
  const gathered = gatherer();
  let model: string | null = null;
  let end: (LanguageModelV3StreamPart & { type: 'finish' }) | null = null;
  for await (const part of stream) {
    if (part.type === 'error') throw new StreamFailure(part.error);
    if (part.type === 'text-start' || part.type === 'text-delta' || part.type === 'text-end')
      gathered.grow('text', part);
    else if (
      part.type === 'reasoning-start' ||
      part.type === 'reasoning-delta' ||
      part.type === 'reasoning-end'
    )
      gathered.grow('reasoning', part);
    else if (part.type === 'tool-call') gathered.call(part);
    else if (part.type === 'response-metadata') model = part.modelId ?? model;
    else if (part.type === 'finish') end = part;
  }
  // The library reports a cut connection as a finish without a reason.
  if (end === null || (end.finishReason.raw === undefined && end.finishReason.unified === 'other'))
    throw new UnreadableStream('broke off in the middle of its answer');
  return {
    text: gathered.text(),
    toolCalls: gathered.toolCalls,
    parts: gathered.parts(),
    usage: end.usage,
    stopped: STOPPED[end.finishReason.unified],
    model,
  };
};
