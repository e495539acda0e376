import type { TestReport } from '../../domain/check/test-report.ts';
import { stripEscapes } from './clean-id.ts';
import { textLines } from './read-json.ts';

export type Counts = Pick<TestReport, 'passed' | 'failed' | 'skipped'>;

/** Reads a runner's closing lines; null if it finds none of its own. */
export type ConsoleSummary = {
  readonly tool: string;
  read(lines: readonly string[]): Counts | null;
};

const MAX_LINE = 2000;

/** Lines as a person would see them; very long ones are no summary. */
export const consoleLines = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => textLines(stripEscapes(text))).filter((line) => line.length <= MAX_LINE);

type Words = Readonly<Record<string, keyof Counts>>;

/** Adds up `3 failed, 2 passed …` by the words that a runner uses; other words count for nothing. */
export const countWords = (text: string, words: Words): Counts => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, number = '', word = ''] of text.matchAll(/(\d{1,9}) ([a-z]+)/g)) {
    const kind = Object.hasOwn(words, word) ? words[word] : undefined;
    if (kind) counts[kind] += Number(number);
  }
  return counts;
};

export const addCounts = (a: Counts | null, b: Counts): Counts => ({
  passed: (a?.passed ?? 0) + b.passed,
  failed: (a?.failed ?? 0) + b.failed,
  skipped: (a?.skipped ?? 0) + b.skipped,
});

/** A runner whose whole summary is one line; several runs add up. */
export const oneLineSummary = (tool: string, pattern: RegExp, words: Words): ConsoleSummary => ({
  tool,
  read: (lines) =>
    lines.reduce<Counts | null>((sum, line) => {
      const found = pattern.exec(line)?.[1];
      return found === undefined ? sum : addCounts(sum, countWords(found, words));
    }, null),
});

/** A runner that prints one line for each number; several runs add up. */
export const listSummary = (tool: string, pattern: RegExp, words: Words): ConsoleSummary => ({
  tool,
  read: (lines) =>
    lines.reduce<Counts | null>((sum, line) => {
      const [, first = '', second = ''] = pattern.exec(line) ?? [];
      if (first === '') return sum;
      const [word, number] = /^\d+$/.test(first) ? [second, first] : [first, second];
      return addCounts(sum, countWords(`${number} ${word}`, words));
    }, null),
});
