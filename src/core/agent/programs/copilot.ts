import { type AgentProgram, PROMPT_ARGUMENT } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';
import { at, countAt, objectIn, shown, textAt, usageOf } from '../json-parts.ts';

const UNAUTHORIZED = 401;

const readLine = (text: string): AgentSayings => {
  const line = objectIn(text);
  if (line === null) return [];
  const data = at(line, 'data');
  switch (textAt(line, 'type')) {
    case 'assistant.turn_start':
      return [{ says: 'turn', id: null }];
    case 'assistant.message': {
      const [content, model] = [textAt(data, 'content'), textAt(data, 'model')];
      return [
        ...(model === '' ? [] : [{ says: 'model', model } as const]),
        ...(content === '' ? [] : [{ says: 'text', text: content } as const]),
      ];
    }
    case 'assistant.usage': {
      const usage = usageOf(
        countAt(data, 'inputTokens'),
        countAt(data, 'outputTokens'),
        countAt(data, 'cacheReadTokens'),
      );
      return usage === undefined ? [] : [{ says: 'usage', usage, of: 'turn' }];
    }
    case 'tool.execution_start': {
      const [id, name, input] = [
        textAt(data, 'toolCallId'),
        textAt(data, 'toolName'),
        shown(at(data, 'arguments')),
      ];
      const call = { says: 'call', id, name, input } as const;
      return name === 'ask_user' ? [call, { says: 'question', text: input }] : [call];
    }
    case 'tool.execution_complete':
      return [
        {
          says: 'answer',
          id: textAt(data, 'toolCallId'),
          failed: at(data, 'success') === false,
          text: textAt(data, 'result', 'content') || textAt(data, 'error', 'message'),
        },
      ];
    case 'model.call_failure':
      return countAt(data, 'statusCode') === UNAUTHORIZED
        ? [{ says: 'login', text: 'the provider refuses the key (401)' }]
        : [];
    case 'session.error':
      return [{ says: 'error', text: textAt(data, 'message') }];
    case 'result': {
      const code = countAt(line, 'exitCode');
      return [{ says: 'end', ok: code === 0, answer: '' }];
    }
    default:
      return [];
  }
};

export const copilot: AgentProgram = {
  id: 'copilot',
  program: 'copilot',
  install: 'npm install -g @github/copilot',
  logIn:
    'Set COPILOT_GITHUB_TOKEN, GH_TOKEN or GITHUB_TOKEN to a token with the permission "Copilot Requests".',
  read: { version: '1.0.102', recorded: true },
  keys: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_API_KEY'],
  settings: ['COPILOT_MODEL', 'COPILOT_PROVIDER_BASE_URL', 'COPILOT_PROVIDER_TYPE'],
  variables: { COPILOT_AUTO_UPDATE: 'false' },
  logins: ['.copilot/config.json'],
  renews: [],
  obeys: ['model'],
  limits: ['wallMs'],
  reports: { tokens: 'perhaps', cost: 'never' },
  permissions: 'every tool and path without asking (--allow-all-tools --allow-all-paths)',
  command: (model) =>
    [
      'copilot --output-format json --no-color --allow-all-tools --allow-all-paths --no-ask-user --log-level none',
      ...optionWords([['--model', model]]),
      '-p',
      PROMPT_ARGUMENT,
      '< /dev/null',
    ].join(' '),
  readLine,
  notLoggedIn: [
    /No authentication information found/i,
    /Authentication failed with provider/i,
    /"statusCode":401/,
    /not authenticated/i,
    /copilot login/i,
    /Bad credentials/i,
  ],
};
