import { type AgentProgram, PROMPT_ARGUMENT } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';
import { amountAt, at, countAt, objectIn, shown, textAt, usageOf } from '../json-parts.ts';

const stepSayings = (part: unknown): AgentSayings => {
  const plain = countAt(part, 'tokens', 'input');
  const [cached, written] = [
    countAt(part, 'tokens', 'cache', 'read') ?? 0,
    countAt(part, 'tokens', 'cache', 'write') ?? 0,
  ];
  const output = countAt(part, 'tokens', 'output');
  const thought = countAt(part, 'tokens', 'reasoning') ?? 0;
  const usage = usageOf(
    plain === undefined ? undefined : plain + cached + written,
    output === undefined ? undefined : output + thought,
    cached,
  );
  const usd = amountAt(part, 'cost');
  return [
    ...(usage === undefined ? [] : [{ says: 'usage', usage, of: 'turn' } as const]),
    // A model without a price costs 0 there; that is not known to be true.
    ...(usd === undefined || usd === 0 ? [] : [{ says: 'cost', usd, of: 'turn' } as const]),
    ...(textAt(part, 'reason') === 'stop' ? [{ says: 'end', ok: true, answer: '' } as const] : []),
  ];
};

const readLine = (text: string): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  const part = at(line, 'part');
  switch (textAt(line, 'type')) {
    case 'step_start':
      return [{ says: 'turn', id: textAt(part, 'messageID') || null }];
    case 'text':
      return [{ says: 'text', text: textAt(part, 'text') }];
    case 'tool_use': {
      const [id, name] = [textAt(part, 'callID'), textAt(part, 'tool')];
      const failed = textAt(part, 'state', 'status') !== 'completed';
      const output = textAt(part, 'state', 'output') || textAt(part, 'state', 'error');
      const call = { says: 'call', id, name, input: shown(at(part, 'state', 'input')) } as const;
      const asks = name === 'question' ? [{ says: 'question', text: call.input } as const] : [];
      return [call, ...asks, { says: 'answer', id, failed, text: output }];
    }
    case 'step_finish':
      return stepSayings(part);
    case 'error': {
      const message = textAt(line, 'error', 'data', 'message') || textAt(line, 'error', 'name');
      return [
        { says: 'error', text: message },
        { says: 'end', ok: false, answer: message },
      ];
    }
    default:
      return [];
  }
};

/** No questions about permissions, nothing shared, nothing updated. */
const CONFIG =
  '{"$schema":"https://opencode.ai/config.json","autoupdate":false,"share":"disabled","permission":"allow"}';

export const opencode: AgentProgram = {
  id: 'opencode',
  program: 'opencode',
  install: 'npm install -g opencode-ai',
  logIn: 'Run `opencode auth login`, or set the key of a provider, such as ANTHROPIC_API_KEY.',
  read: { version: '1.18.33', recorded: true },
  keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_API_KEY'],
  settings: ['OPENCODE_CONFIG_CONTENT'],
  variables: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
  logins: ['.local/share/opencode/auth.json', '.config/opencode/opencode.json'],
  renews: ['.local/share/opencode/auth.json'],
  obeys: ['model'],
  limits: ['wallMs'],
  reports: { tokens: 'working', cost: 'working' },
  permissions: 'every tool without asking (permission = allow)',
  command: (model) =>
    [
      `export OPENCODE_CONFIG_CONTENT="\${OPENCODE_CONFIG_CONTENT:-$(printf %s '${CONFIG}')}"\nopencode run --format json`,
      ...optionWords([['--model', model]]),
      '--',
      PROMPT_ARGUMENT,
      '< /dev/null',
    ].join(' '),
  readLine,
  notLoggedIn: [
    /invalid x-api-key/i,
    /"statusCode":401/,
    /ProviderAuthError/,
    /No provider (is )?(configured|available)/i,
  ],
};
