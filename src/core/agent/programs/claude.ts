import { type AgentProgram, PROMPT_INPUT } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { objectIn, textAt } from '../json-parts.ts';
import { optionWords } from '../command-words.ts';
import { claudeLine } from './claude-lines.ts';

/** A refused key is tried again for minutes; each try is reported. */
const readLine = (text: string): AgentSayings => {
  const line = text.includes('authentication_failed') ? objectIn(text) : null;
  return textAt(line, 'error') === 'authentication_failed'
    ? [{ says: 'login', text: 'authentication_failed' }]
    : claudeLine(text);
};

export const claude: AgentProgram = {
  id: 'claude',
  program: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  logIn: 'Set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN from `claude setup-token`.',
  read: { version: '2.1.326', recorded: true },
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  settings: ['ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL', 'ANTHROPIC_SMALL_FAST_MODEL', 'API_TIMEOUT_MS'],
  variables: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  logins: ['.claude/.credentials.json'],
  renews: ['.claude/.credentials.json'],
  obeys: ['model', 'system_prompt'],
  limits: ['steps', 'costUsd', 'wallMs'],
  reports: { tokens: 'working', cost: 'end' },
  permissions: 'every tool without asking (--dangerously-skip-permissions)',
  command: (model, { instructions, system, limits = {} }) =>
    [
      'claude -p --output-format stream-json --verbose --dangerously-skip-permissions',
      ...optionWords([
        ['--model', model],
        ['--max-turns', limits.steps],
        ['--max-budget-usd', limits.costUsd],
        ['--system-prompt', system],
        ['--append-system-prompt', instructions],
      ]),
      PROMPT_INPUT,
    ].join(' '),
  readLine,
  notLoggedIn: [
    /Not logged in/i,
    /Please run \/login/i,
    /Invalid API key/i,
    /authentication_(error|failed)/i,
    /OAuth token has expired/i,
  ],
};
