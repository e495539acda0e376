import { type AgentProgram, PROMPT_INPUT } from '../agent-program.ts';
import { claudeLine } from './claude-lines.ts';

export const amp: AgentProgram = {
  id: 'amp',
  program: 'amp',
  install: 'npm install -g @ampcode/cli',
  logIn: 'Set AMP_API_KEY, or run `amp login`.',
  read: { version: '0.0.1790142911', recorded: true },
  keys: ['AMP_API_KEY'],
  settings: ['AMP_URL'],
  variables: { AMP_SKIP_UPDATE_CHECK: '1' },
  logins: ['.local/share/amp/secrets.json', '.config/amp/settings.json'],
  renews: [],
  // It chooses its models itself.
  obeys: [],
  limits: ['wallMs'],
  reports: { tokens: 'working', cost: 'never' },
  permissions: 'every tool without asking (--dangerously-allow-all)',
  command: () => `amp -x --stream-json --dangerously-allow-all --no-notifications ${PROMPT_INPUT}`,
  readLine: (line) => claudeLine(line),
  notLoggedIn: [
    /getUserInfo failed/i,
    /amp login/i,
    /Unauthorized/i,
    /No API key found/i,
    /Invalid API key/i,
  ],
};
