import { type AgentProgram, PROMPT_INPUT } from '../agent-program.ts';
import { optionWords } from '../command-words.ts';
import { claudeLine } from './claude-lines.ts';

export const qwen: AgentProgram = {
  id: 'qwen',
  program: 'qwen',
  install: 'npm install -g @qwen-code/qwen-code',
  logIn: 'Set OPENAI_API_KEY (and OPENAI_BASE_URL), or run `qwen` once and log in.',
  read: { version: '0.24.4', recorded: true },
  keys: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY'],
  settings: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
  variables: { QWEN_CODE_SUPPRESS_YOLO_WARNING: '1' },
  logins: ['.qwen/oauth_creds.json', '.qwen/settings.json'],
  renews: ['.qwen/oauth_creds.json'],
  obeys: ['model', 'system_prompt'],
  limits: ['steps', 'wallMs'],
  reports: { tokens: 'working', cost: 'never' },
  permissions: 'every tool without asking (--approval-mode yolo)',
  command: (model, { instructions, system, limits = {} }) =>
    [
      'qwen --output-format stream-json --approval-mode yolo',
      ...optionWords([
        ['--model', model],
        ['--max-session-turns', limits.steps],
        ['--system-prompt', system],
        ['--append-system-prompt', instructions],
      ]),
      '${OPENAI_API_KEY:+--auth-type openai}',
      PROMPT_INPUT,
    ].join(' '),
  // Its usage is counted as OpenAI does: cached tokens are part of the input.
  readLine: (line) => claudeLine(line, { apart: false }),
  notLoggedIn: [
    /API Error: 401/i,
    /No auth type is selected/i,
    /Please configure an auth/i,
    /Missing API key/i,
    /invalid_api_key/i,
  ],
};
