import { capText } from '../../../core/agent/cap-text.ts';
import type { RunEvent } from '../../../core/domain/run/run-event.ts';

const MOST_CHARS = 40_000;
const MOST_OF_ONE = 2_000;

const text = (value: string): string => capText(value, MOST_OF_ONE).text;

const lineOf = (event: RunEvent): string | null => {
  switch (event.event) {
    case 'model_turn':
      return `agent: ${text(event.text)}`;
    case 'tool_call':
      return `calls ${text(event.name)} ${text(event.input)}`;
    case 'tool_result':
      return `gets ${text(event.text)}`;
    case 'agent_output':
      return `prints ${text(event.stdout.text)}`;
    default:
      return null;
  }
};

/** What an agent wrote and did, from its trace, for a judge to read. */
export const openTranscript = (): { add(event: RunEvent): void; read(): string } => {
  const lines: string[] = [];
  return {
    add: (event) => {
      const line = lineOf(event);
      if (line !== null) lines.push(line);
    },
    read: () => capText(lines.join('\n'), MOST_CHARS).text,
  };
};
