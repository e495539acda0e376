import { type AgentProgram, PROMPT_INPUT } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';
import { at, countAt, objectIn, shown, textAt, usageOf } from '../json-parts.ts';

/** Items that are calls of a tool, with the member that says what is done. */
const CALLS: Readonly<Record<string, string>> = {
  command_execution: 'command',
  file_change: 'changes',
  mcp_tool_call: 'tool',
  web_search: 'query',
};

const itemSayings = (item: unknown, ended: boolean): AgentSayings => {
  const [type, id] = [textAt(item, 'type'), textAt(item, 'id')];
  if (type === 'agent_message') {
    const text = textAt(item, 'text');
    return ended
      ? [
          { says: 'turn', id: id === '' ? null : id },
          { says: 'text', text },
        ]
      : [];
  }
  // A warning among the items does not end the turn.
  if (type === 'error') return [];
  const member = Object.hasOwn(CALLS, type) ? CALLS[type] : undefined;
  if (member === undefined) return [];
  const input = shown(at(item, member));
  // A change of files is reported once, at its end.
  const call = { says: 'call', id, name: type, input } as const;
  if (!ended) return type === 'file_change' ? [] : [call];
  const failed = textAt(item, 'status') === 'failed';
  const answer = { says: 'answer', id, failed, text: textAt(item, 'aggregated_output') } as const;
  return type === 'file_change' ? [call, answer] : [answer];
};

const readLine = (text: string): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  switch (textAt(line, 'type')) {
    case 'item.started':
      return itemSayings(at(line, 'item'), false);
    case 'item.completed':
      return itemSayings(at(line, 'item'), true);
    case 'turn.completed': {
      const usage = usageOf(
        countAt(line, 'usage', 'input_tokens'),
        countAt(line, 'usage', 'output_tokens'),
        countAt(line, 'usage', 'cached_input_tokens'),
      );
      return [
        ...(usage === undefined ? [] : [{ says: 'usage', usage, of: 'turn' } as const]),
        { says: 'end', ok: true, answer: '' },
      ];
    }
    case 'turn.failed': {
      const message = textAt(line, 'error', 'message');
      return [
        { says: 'error', text: message },
        { says: 'end', ok: false, answer: message },
      ];
    }
    default:
      return [];
  }
};

export const codex: AgentProgram = {
  id: 'codex',
  program: 'codex',
  install: 'npm install -g @openai/codex',
  logIn: 'Set CODEX_API_KEY or OPENAI_API_KEY, or run `codex login`.',
  read: { version: '0.169.0', recorded: true },
  keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  settings: ['OPENAI_BASE_URL'],
  logins: ['.codex/auth.json', '.codex/config.toml'],
  renews: ['.codex/auth.json'],
  obeys: ['model'],
  limits: ['wallMs'],
  reports: { tokens: 'end', cost: 'never' },
  permissions:
    'every command without asking and without its own sandbox (--dangerously-bypass-approvals-and-sandbox)',
  // `exec` reads its key from CODEX_API_KEY alone.
  command: (model) =>
    [
      '[ -n "${CODEX_API_KEY:-}" ] || [ -z "${OPENAI_API_KEY:-}" ] || export CODEX_API_KEY="$OPENAI_API_KEY"\ncodex exec --json --color never --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox',
      ...optionWords([['--model', model]]),
      '-',
      PROMPT_INPUT,
    ].join(' '),
  readLine,
  notLoggedIn: [
    /401 Unauthorized/i,
    /Not logged in/i,
    /Missing bearer/i,
    /codex login/i,
    /refresh token/i,
    /Missing environment variable/i,
  ],
};
