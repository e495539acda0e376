import type { RunEvent } from '../domain/run/run-event.ts';
import { capText } from './cap-text.ts';

const MOST_CHARS = 100_000;
const MOST_OF_ONE = 2000;

const textOf = (value: string): string => capText(value, MOST_OF_ONE).text;

const line = (event: RunEvent): readonly string[] => {
  switch (event.event) {
    case 'model_turn':
      return event.text === '' ? [] : [`assistant: ${textOf(event.text)}`];
    case 'tool_call':
      return [`calls ${textOf(event.name)}: ${textOf(event.input)}`];
    case 'tool_result':
      return [`${textOf(event.name)} ${event.failed ? 'fails' : 'answers'}: ${textOf(event.text)}`];
    case 'agent_ended':
      return [`ended: ${event.ended} (${textOf(event.reason)})`];
    default:
      return [];
  }
};

/** What an agent did, as text to read; the middle of a long one is left out. */
export const transcriptOf = (events: readonly RunEvent[]): string =>
  capText(events.flatMap(line).join('\n'), MOST_CHARS).text;
