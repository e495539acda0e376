import { type AgentProgram } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';
import { at, listAt, objectIn, shown, textAt } from '../json-parts.ts';

const partSayings = (part: unknown): AgentSayings => {
  const id = textAt(part, 'id');
  switch (textAt(part, 'type')) {
    case 'text':
      return [{ says: 'text', text: textAt(part, 'text') }];
    case 'toolRequest': {
      const call = at(part, 'toolCall', 'value');
      return [{ says: 'call', id, name: textAt(call, 'name'), input: shown(at(call, 'arguments')) }];
    }
    case 'toolResponse':
      return [
        {
          says: 'answer',
          id,
          failed: textAt(part, 'toolResult', 'status') === 'error',
          text: shown(at(part, 'toolResult', 'value') ?? at(part, 'toolResult', 'error')),
        },
      ];
    default:
      return [];
  }
};

const readLine = (text: string): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  switch (textAt(line, 'type')) {
    case 'message': {
      const fromModel = textAt(line, 'message', 'role') === 'assistant';
      const id = textAt(line, 'message', 'id');
      const parts = listAt(line, 'message', 'content').flatMap(partSayings);
      const own = parts.filter(({ says }) => fromModel || says === 'answer');
      return fromModel ? [{ says: 'turn', id: id === '' ? null : id }, ...own] : own;
    }
    case 'error':
      return [{ says: 'error', text: textAt(line, 'error') }];
    case 'complete':
      // It only counts tokens in total: input and output stay unknown.
      return [{ says: 'end', ok: true, answer: '' }];
    default:
      return [];
  }
};

export const goose: AgentProgram = {
  id: 'goose',
  program: 'goose',
  install: 'see https://block.github.io/goose (it is not on npm)',
  logIn: 'Run `goose configure`, or set GOOSE_PROVIDER, GOOSE_MODEL and the key of that provider.',
  read: { version: '1.30.0, sources', recorded: false },
  keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_API_KEY', 'OPENROUTER_API_KEY', 'DATABRICKS_TOKEN'],
  settings: [
    'GOOSE_PROVIDER',
    'GOOSE_MODEL',
    'ANTHROPIC_HOST',
    'OPENAI_HOST',
    'OPENAI_BASE_PATH',
    'DATABRICKS_HOST',
  ],
  variables: { GOOSE_MODE: 'auto', GOOSE_DISABLE_KEYRING: '1' },
  logins: ['.config/goose/config.yaml', '.config/goose/secrets.yaml'],
  renews: [],
  obeys: ['model', 'system_prompt'],
  limits: ['steps', 'wallMs'],
  reports: { tokens: 'never', cost: 'never' },
  permissions: 'every tool without asking (GOOSE_MODE=auto)',
  command: (model, { instructions, system, limits = {} }) =>
    [
      'goose run --quiet --no-session --output-format stream-json',
      ...optionWords([
        ['--model', model],
        ['--max-turns', limits.steps],
        ['--system', [system, instructions].filter((text) => text !== undefined).join('\n\n') || undefined],
      ]),
      '--instructions "$HYDRA_REPORT_DIR/prompt.md" < /dev/null',
    ].join(' '),
  readLine,
  notLoggedIn: [
    /No provider configured/i,
    /goose configure/i,
    /Authentication error/i,
    /API key not found/i,
    /401 Unauthorized/i,
  ],
};
