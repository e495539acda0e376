import { type AgentProgram, PROMPT_ARGUMENT } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';
import { at, objectIn, shown, textAt } from '../json-parts.ts';
import { claudeLine } from './claude-lines.ts';

/** The one member of `tool_call` names the tool: `shellToolCall`. */
const toolSayings = (line: object): AgentSayings => {
  const id = textAt(line, 'call_id');
  const [kind = ''] = Object.keys(at(line, 'tool_call') ?? {});
  const name = kind.replace(/ToolCall$/, '');
  if (textAt(line, 'subtype') === 'started')
    return [{ says: 'call', id, name, input: shown(at(line, 'tool_call', kind, 'args')) }];
  const result = at(line, 'tool_call', kind, 'result');
  return [{ says: 'answer', id, failed: at(result, 'success') === undefined, text: shown(result) }];
};

const readLine = (text: string): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  const type = textAt(line, 'type');
  if (type === 'tool_call') return toolSayings(line);
  if (type === 'system')
    return textAt(line, 'model') === '' ? [] : [{ says: 'model', model: textAt(line, 'model') }];
  return claudeLine(text);
};

export const cursorAgent: AgentProgram = {
  id: 'cursor-agent',
  program: 'cursor-agent',
  install: 'curl https://cursor.com/install -fsS | bash',
  logIn: 'Set CURSOR_API_KEY, or run `cursor-agent login`.',
  read: { version: 'documentation of June 2026 (CLI reference, output format)', recorded: false },
  keys: ['CURSOR_API_KEY'],
  settings: [],
  logins: ['.config/cursor/auth.json', '.cursor/cli-config.json'],
  renews: ['.config/cursor/auth.json'],
  obeys: ['model'],
  limits: ['wallMs'],
  reports: { tokens: 'never', cost: 'never' },
  permissions: 'every command without asking (--force)',
  command: (model) =>
    [
      'cursor-agent -p --output-format stream-json --force',
      ...optionWords([['--model', model]]),
      '--',
      PROMPT_ARGUMENT,
      '< /dev/null',
    ].join(' '),
  readLine,
  notLoggedIn: [/not logged in/i, /Authentication required/i, /cursor-agent login/i, /CURSOR_API_KEY/],
};
