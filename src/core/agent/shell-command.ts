const PROMPT = '{prompt}';
const PROMPT_FILE = '{prompt_file}';

/** A word that a shell takes as it is. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Placeholders are put in once: what a prompt says is never one itself. */
const fillWord = (word: string, prompt: string): string =>
  word
    .split(PROMPT_FILE)
    .map((part) => quoteWord(part.split(PROMPT).join(prompt)))
    .join('"$HYDRA_PROMPT_FILE"');

const NAMES = {
  HYDRA_PROMPT_FILE: 'prompt.md',
  HYDRA_USAGE_FILE: 'usage.json',
} as const;

/** Two paths that only the sandbox knows, and then the words. */
export const agentCommand = (words: readonly string[], prompt: string): string =>
  [
    ...Object.entries(NAMES).map(([name, file]) => `export ${name}="$HYDRA_REPORT_DIR/${file}"`),
    `exec ${words.map((word) => fillWord(word, prompt)).join(' ')}`,
  ].join('\n');
