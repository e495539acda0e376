import type { Message, ToolCall, ToolSpec } from '../domain/agent/conversation.ts';
import { findObjectWith } from '../domain/json/find-object-with.ts';

const MOST_CALLS = 32;

const describeTool = ({ name, description, schema }: ToolSpec): string =>
  `- ${name}: ${description} Arguments: ${JSON.stringify(schema)}`;

/** Tools for a program that takes text and returns text. */
export const withTextTools = (system: string, tools: readonly ToolSpec[]): string =>
  tools.length === 0
    ? system
    : [
        system,
        '',
        'You have these tools:',
        ...tools.map(describeTool),
        '',
        'To call tools, answer with nothing but one JSON object:',
        '{"tool_calls": [{"name": "read_file", "arguments": {"path": "README.md"}}]}',
        'Their results come with the next message. Any other answer ends your work.',
      ].join('\n');

const asText = (message: Message): string => {
  if (message.role === 'user') return `## User\n${message.text}`;
  if (message.role === 'tools')
    return message.answers
      .map(({ name, text, failed }) => `## Result of ${name}${failed ? ' (failed)' : ''}\n${text}`)
      .join('\n\n');
  const calls = message.toolCalls.map(({ name, input }) => ({ name, arguments: input }));
  return `## Assistant\n${[message.text, ...(calls.length === 0 ? [] : [JSON.stringify({ tool_calls: calls })])].join('\n')}`;
};

/** The whole conversation as one prompt. */
export const asTranscript = (messages: readonly Message[]): string => {
  const [only] = messages;
  return messages.length === 1 && only?.role === 'user' ? only.text : messages.map(asText).join('\n\n');
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The tools that a text calls; none if it contains no such object. Total. */
export const readTextCalls = (text: string): readonly ToolCall[] => {
  const search = findObjectWith(text, 'tool_calls');
  if (typeof search === 'string') return [];
  const { tool_calls: calls } = search.found as { tool_calls: unknown };
  if (!Array.isArray(calls)) return [];
  return calls.slice(0, MOST_CALLS).map((call: unknown, at) => {
    const { name, arguments: input } = isRecord(call) ? call : {};
    return {
      id: `call-${at + 1}`,
      name: typeof name === 'string' ? name : '',
      input: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
    };
  });
};
