import { capText } from './cap-text.ts';

/** Events of a trace, as recorded. */
type TracedEvent = { readonly event: string; readonly [detail: string]: unknown };

const MOST_CHARS = 100_000;
const MOST_OF_ONE = 2000;

const textOf = (value: unknown): string =>
  capText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), MOST_OF_ONE).text;

const line = (event: TracedEvent): readonly string[] => {
  const name = textOf(event['name']);
  switch (event.event) {
    case 'model_turn':
      return event['text'] === '' ? [] : [`assistant: ${textOf(event['text'])}`];
    case 'tool_call':
      return [`calls ${name}: ${textOf(event['input'])}`];
    case 'tool_result':
      return [`${name} ${event['failed'] === true ? 'fails' : 'answers'}: ${textOf(event['text'])}`];
    case 'agent_ended':
      return [`ended: ${textOf(event['ended'])} (${textOf(event['reason'])})`];
    default:
      return [];
  }
};

/** What an agent did, for people to read; the middle of a long transcript is left out. */
export const transcriptOf = (events: readonly TracedEvent[]): string =>
  capText(events.flatMap(line).join('\n'), MOST_CHARS).text;
