import { type AgentProgram, PROMPT_INPUT } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';
import { at, countAt, objectIn, shown, textAt, usageOf } from '../json-parts.ts';

const readLine = (text: string): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  switch (textAt(line, 'type')) {
    case 'init':
      return textAt(line, 'model') === '' ? [] : [{ says: 'model', model: textAt(line, 'model') }];
    case 'message':
      if (textAt(line, 'role') !== 'assistant') return [];
      // Pieces of one message follow each other.
      return [
        { says: 'turn', id: 'message' },
        { says: 'text', text: textAt(line, 'content') },
      ];
    case 'tool_use': {
      const [id, name] = [textAt(line, 'tool_id'), textAt(line, 'tool_name')];
      return [
        { says: 'turn', id },
        { says: 'call', id, name, input: shown(at(line, 'parameters')) },
      ];
    }
    case 'tool_result':
      return [
        {
          says: 'answer',
          id: textAt(line, 'tool_id'),
          failed: textAt(line, 'status') !== 'success',
          text: textAt(line, 'output') || textAt(line, 'error', 'message'),
        },
      ];
    case 'error':
      return [{ says: 'error', text: textAt(line, 'message') }];
    case 'result': {
      const message = textAt(line, 'error', 'message');
      const usage = usageOf(
        countAt(line, 'stats', 'input_tokens'),
        countAt(line, 'stats', 'output_tokens'),
        countAt(line, 'stats', 'cached'),
      );
      const ok = textAt(line, 'status') === 'success';
      return [
        ...(usage === undefined ? [] : [{ says: 'usage', usage, of: 'run' } as const]),
        ...(ok ? [] : [{ says: 'error', text: message } as const]),
        { says: 'end', ok, answer: message },
      ];
    }
    default:
      return [];
  }
};

export const gemini: AgentProgram = {
  id: 'gemini',
  program: 'gemini',
  install: 'npm install -g @google/gemini-cli',
  logIn: 'Set GEMINI_API_KEY, or run `gemini` once and log in.',
  read: { version: '0.61.0', recorded: true },
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  settings: [
    'GOOGLE_GEMINI_BASE_URL',
    'GEMINI_MODEL',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_LOCATION',
    'GOOGLE_GENAI_USE_VERTEXAI',
    'GOOGLE_GENAI_USE_GCA',
  ],
  logins: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json', '.gemini/settings.json'],
  renews: ['.gemini/oauth_creds.json'],
  obeys: ['model'],
  limits: ['wallMs'],
  reports: { tokens: 'end', cost: 'never' },
  permissions: 'every tool without asking (--approval-mode yolo)',
  command: (model) =>
    [
      'gemini --output-format stream-json --approval-mode yolo --skip-trust',
      ...optionWords([['--model', model]]),
      PROMPT_INPUT,
    ].join(' '),
  readLine,
  notLoggedIn: [
    /Please set an Auth method/i,
    /Invalid auth method selected/i,
    /must specify the GEMINI_API_KEY/i,
    /API key not valid/i,
    /UNAUTHENTICATED/,
    /API_KEY_INVALID/,
  ],
};
