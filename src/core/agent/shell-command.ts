import { shellQuote } from '../domain/check/shell-quote.ts';

const PROMPT = '{prompt}';
const PROMPT_FILE = '{prompt_file}';

/** Placeholders are replaced once: a prompt that contains one stays as it is. */
const fillWord = (word: string, prompt: string): string =>
  word
    .split(PROMPT_FILE)
    .map((part) => shellQuote(part.split(PROMPT).join(prompt)))
    .join('"$HYDRA_PROMPT_FILE"');

const NAMES = {
  HYDRA_PROMPT_FILE: 'prompt.md',
  HYDRA_USAGE_FILE: 'usage.json',
} as const;

/** Two paths that only the sandbox knows, followed by the words. */
export const agentCommand = (words: readonly string[], prompt: string): string =>
  [
    ...Object.entries(NAMES).map(([name, file]) => `export ${name}="$HYDRA_REPORT_DIR/${file}"`),
    `exec ${words.map((word) => fillWord(word, prompt)).join(' ')}`,
  ].join('\n');
