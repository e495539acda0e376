import { type AgentProgram } from '../agent-program.ts';
import type { AgentSayings } from '../agent-saying.ts';
import { optionWords } from '../command-words.ts';

const LONGEST_LINE = 2000;
const TOKENS =
  /^Tokens: ([\d.,]+)(k|M)? sent, (?:([\d.,]+)(k|M)? cache write, )?(?:([\d.,]+)(k|M)? cache hit, )?([\d.,]+)(k|M)? received\./;
const COST = /Cost: \$([\d.,]+) message, \$([\d.,]+) session\./;
const APPLIED = /^Applied edit to (.+)$/;
const MODEL = /^(?:Main model|Model): (\S+)/;
const UNIT: Readonly<Record<string, number>> = { k: 1000, M: 1_000_000 };

/** `1.2k` → 1200: rounded by aider itself. */
const number = (digits: string | undefined, unit: string | undefined): number =>
  Math.round(Number((digits ?? '0').replaceAll(',', '')) * (UNIT[unit ?? ''] ?? 1));

/** Aider prints text for people; it rounds its tokens. */
const readLine = (whole: string): AgentSayings => {
  const line = whole.slice(0, LONGEST_LINE).trimEnd();
  const model = MODEL.exec(line)?.[1];
  if (model !== undefined) return [{ says: 'model', model }];
  const file = APPLIED.exec(line)?.[1];
  if (file !== undefined) return [{ says: 'call', id: file, name: 'edit', input: file }];
  const tokens = TOKENS.exec(line);
  if (tokens !== null) {
    const [, sent, sentUnit, , , hit, hitUnit, got, gotUnit] = tokens;
    const [input, output, cached] = [number(sent, sentUnit), number(got, gotUnit), number(hit, hitUnit)];
    const usd = COST.exec(line)?.[1];
    const cost = usd === undefined ? Number.NaN : Number(usd.replaceAll(',', ''));
    if (![input, output, cached].every(Number.isSafeInteger)) return [];
    return [
      { says: 'turn', id: null },
      {
        says: 'usage',
        usage: { input, output, cached: Math.min(cached, input), total: input + output },
        of: 'turn',
      },
      ...(Number.isFinite(cost) ? [{ says: 'cost', usd: cost, of: 'turn' } as const] : []),
    ];
  }
  return line.trim() === '' ? [] : [{ says: 'text', text: line }];
};

export const aider: AgentProgram = {
  id: 'aider',
  program: 'aider',
  install: 'pip install aider-chat',
  logIn: 'Set the key of the provider of your model, such as ANTHROPIC_API_KEY or OPENAI_API_KEY.',
  read: { version: '0.86.2', recorded: true },
  keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'DEEPSEEK_API_KEY', 'OPENROUTER_API_KEY'],
  settings: ['OPENAI_API_BASE', 'ANTHROPIC_API_BASE', 'AIDER_MODEL', 'AIDER_EDIT_FORMAT'],
  variables: { AIDER_ANALYTICS_DISABLE: 'true', AIDER_CHECK_UPDATE: 'false' },
  logins: ['.aider.conf.yml'],
  renews: [],
  obeys: ['model'],
  limits: ['wallMs'],
  reports: { tokens: 'working', cost: 'working' },
  permissions: 'every edit and command without asking (--yes-always)',
  // Its own files stay out of the tree; it must not commit, since commits are no part of what is compared.
  command: (model) =>
    [
      'aider --yes-always --no-auto-commits --no-dirty-commits --no-gitignore --no-pretty --no-stream',
      '--no-check-update --no-show-release-notes --no-show-model-warnings --no-suggest-shell-commands',
      '--chat-history-file "$HOME/.aider.history.md" --input-history-file "$HOME/.aider.input" --map-tokens 0',
      ...optionWords([['--model', model]]),
      '--message-file "$HYDRA_REPORT_DIR/prompt.md" < /dev/null',
    ].join(' '),
  readLine,
  notLoggedIn: [
    /AuthenticationError/,
    /Missing these environment variables/i,
    /No LLM model was specified and no API keys/i,
    /API provider is not able to authenticate/i,
  ],
};
