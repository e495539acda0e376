import type { LanguageModelV3CallOptions, LanguageModelV3Message } from '@ai-sdk/provider';
import type { Message, ToolCall } from '../../../core/domain/agent/conversation.ts';
import { parseShallowJson } from '../../../core/domain/json/shallow-json.ts';
import type { ModelRequest } from '../../ports/models.ts';
import { isObject } from '../../../core/domain/json/is-object.ts';

type Assistant = LanguageModelV3Message & { readonly role: 'assistant' };
export type AssistantParts = Assistant['content'];

/** Arguments that are not a JSON object are answered as a failed call; providers still want an object. */
export const inputObject = (input: string): unknown => {
  const value = parseShallowJson(input)?.value;
  return isObject(value) ? value : {};
};

const partsOf = (text: string, toolCalls: readonly ToolCall[]): AssistantParts => [
  ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ...toolCalls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: inputObject(input),
  })),
];

/** Providers reject an empty assistant message. */
const NOTHING_SAID: AssistantParts = [{ type: 'text', text: '(no answer)' }];

const toMessage = (message: Message): LanguageModelV3Message => {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] };
  if (message.role === 'tools')
    return {
      role: 'tool',
      content: message.answers.map(({ id, name, text, failed }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: failed ? 'error-text' : 'text', value: text },
      })),
    };
  const parts = (message.carried as AssistantParts | undefined) ?? partsOf(message.text, message.toolCalls);
  return { role: 'assistant', content: parts.length === 0 ? NOTHING_SAID : parts };
};

/** Anthropic caches what precedes a mark: the fixed part, and the conversation so far. Others ignore it. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } };

export const toCallOptions = (request: ModelRequest): LanguageModelV3CallOptions => {
  const messages = request.messages.map(toMessage);
  const last = messages.at(-1);
  const { tools, shape, signal } = request;
  return {
    prompt: [
      { role: 'system', content: request.system, providerOptions: CACHED },
      ...messages.slice(0, -1),
      ...(last === undefined ? [] : [{ ...last, providerOptions: CACHED }]),
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: 'function',
            name,
            description,
            inputSchema: schema,
          })),
          toolChoice: { type: 'auto' },
        }),
    ...(shape === undefined
      ? {}
      : { responseFormat: { type: 'json', name: shape.name, schema: shape.schema } }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
    // The provider must not store any of the user's code.
    providerOptions: { openai: { store: false } },
  };
};
