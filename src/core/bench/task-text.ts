import { TASK_LANGUAGES, type TaskFile } from '../domain/bench/bench-task.ts';
import { extensionOf, languageOf } from '../languages/languages.ts';

const TRAILER =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|cc|change-id|pr-url|refs?|fix(?:es)?|close[sd]?|resolve[sd]?|see|\(cherry picked from)\b[:\s]?.{0,300}$/i;
const REFERENCE = /\s*\((?:#|gh-|pr #?)\d{1,7}\)$/i;
const PREFIX = /^(?:fix|feat|bug|perf|refactor|chore|docs|test)(?:\([^)]{1,40}\))?!?:\s*/i;
const LONGEST_TITLE = 200;

export type TaskText = { readonly title: string; readonly issue: string };

/** The task as a commit's message describes it, without names of people, pull requests and the place of the solution. */
export const taskText = (message: string): TaskText => {
  const [subject = '', ...rest] = message.replaceAll('\r', '').trim().split('\n');
  const plain = subject.replace(REFERENCE, '').replace(PREFIX, '').trim();
  const title =
    (plain.charAt(0).toUpperCase() + plain.slice(1)).slice(0, LONGEST_TITLE) || 'A historical fix';
  const body = rest
    .filter((line) => !TRAILER.test(line.trim()))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { title, issue: body === '' ? `${title}.\n` : `${title}.\n\n${body}\n` };
};

const KINDS: readonly (readonly [RegExp, TaskFile['kind']])[] = [
  [/\b(?:cve-|vulnerab|security|injection|traversal|redos|prototype pollution)/i, 'security'],
  [/\b(?:fix|bug|crash|wrong|incorrect|regression|broken|panic|fail)/i, 'bug'],
  [/\b(?:faster|performance|perf|speed|slow|quadratic)\b/i, 'performance'],
  [/\brefactor/i, 'refactor'],
  [/\b(?:add|support|allow|implement|feat|new)\b/i, 'feature'],
];

export const kindOf = (message: string): TaskFile['kind'] =>
  KINDS.find(([pattern]) => pattern.test(message.slice(0, 2000)))?.[1] ?? 'bug';

/** A grammar has the name of its language, with a letter more for a dialect such as tsx. */
const grammarOf = (path: string): TaskFile['language'] | undefined => {
  const { grammars } = languageOf(path) ?? {};
  if (grammars === undefined) return undefined;
  const named = grammars[extensionOf(path)];
  const dialect = grammars[extensionOf(path).slice(0, 2)];
  return TASK_LANGUAGES.find((one) => one === named) ?? TASK_LANGUAGES.find((one) => one === dialect);
};

/** The language of most of these files. */
export const taskLanguage = (paths: readonly string[]): TaskFile['language'] => {
  const counts = new Map<TaskFile['language'], number>();
  for (const path of paths) {
    const language = grammarOf(path);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'other';
};
