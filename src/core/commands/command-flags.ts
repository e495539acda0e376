import type { Word } from './command-line.ts';

export type FlagSpec = {
  /** Flags that stand alone or carry `=value`. */
  readonly bare?: readonly string[];
  /** Flags whose value is the next word, or follows `=`. */
  readonly valued?: readonly string[];
};

const nameOf = (word: Word): string => word.text.split('=', 1)[0]!;

export const hasFlag = (words: readonly Word[], names: readonly string[]): boolean =>
  words.some((word) => names.includes(nameOf(word)));

/** Words after `--` belong to another program and stay. */
export const withoutFlags = (words: readonly Word[], { bare = [], valued = [] }: FlagSpec): Word[] => {
  const kept: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const current = words[at]!;
    if (current.text === '--') return [...kept, ...words.slice(at)];
    if (valued.includes(current.text)) at += 1;
    else if (!bare.includes(nameOf(current)) && !valued.includes(nameOf(current))) kept.push(current);
  }
  return kept;
};

/** At the end, since the last of two equal flags wins, but before `--`. */
export const withFlags = (words: readonly Word[], flags: readonly string[]): Word[] => {
  const end = words.findIndex(({ text }) => text === '--');
  const cut = end < 0 ? words.length : end;
  const added = flags.map((raw) => ({ raw, text: raw }));
  return [...words.slice(0, cut), ...added, ...words.slice(cut)];
};

/** Without the files and patterns that a runner is given; a word after a valued flag is its value. */
export const withoutOperands = (words: readonly Word[], valued: ReadonlySet<string>): Word[] => {
  const kept: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const current = words[at]!;
    if (current.text === '--') return kept;
    if (!current.text.startsWith('-')) continue;
    kept.push(current);
    const value = words[at + 1];
    if (!valued.has(current.text) || value === undefined) continue;
    kept.push(value);
    at += 1;
  }
  return kept;
};
