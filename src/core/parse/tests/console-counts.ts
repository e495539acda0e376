import type { TestReport } from '../../domain/check/test-report.ts';
import { stripEscapes } from './clean-id.ts';
import { textLines } from './read-json.ts';

export type Counts = Pick<TestReport, 'passed' | 'failed' | 'skipped'>;

/** Reads a runner's closing lines: the counts of each of its runs. */
export type ConsoleSummary = {
  readonly tool: string;
  read(lines: readonly string[]): readonly Counts[];
};

const MAX_LINE = 2000;

/** Lines as a person sees them; very long ones are not a summary. */
export const consoleLines = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => textLines(stripEscapes(text))).filter((line) => line.length <= MAX_LINE);

type Words = Readonly<Record<string, keyof Counts>>;

/** Adds up `3 failed, 2 passed …` by the words that a runner uses; other words are ignored. */
export const countWords = (text: string, words: Words): Counts => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, number = '', word = ''] of text.matchAll(/(\d{1,9}) ([a-z]+)/g)) {
    const kind = Object.hasOwn(words, word) ? words[word] : undefined;
    if (kind) counts[kind] += Number(number);
  }
  return counts;
};

/** The sum of several runs of one tool. */
export const sumCounts = (runs: readonly Counts[]): Counts =>
  runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: sum.failed + run.failed,
      skipped: sum.skipped + run.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** A runner whose whole summary is one line. */
export const oneLineSummary = (tool: string, pattern: RegExp, words: Words): ConsoleSummary => ({
  tool,
  read: (lines) =>
    lines.flatMap((line) => {
      const found = pattern.exec(line)?.[1];
      return found === undefined ? [] : [countWords(found, words)];
    }),
});

/** A runner that prints one line for each number; a repeated word begins another run. */
export const listSummary = (tool: string, pattern: RegExp, words: Words): ConsoleSummary => ({
  tool,
  read(lines) {
    const runs: Counts[][] = [];
    let seen = new Set<string>();
    for (const line of lines) {
      const [, first = '', second = ''] = pattern.exec(line) ?? [];
      if (first === '') continue;
      const [word, number] = /^\d+$/.test(first) ? [second, first] : [first, second];
      if (runs.length === 0 || seen.has(word)) {
        runs.push([]);
        seen = new Set();
      }
      seen.add(word);
      runs.at(-1)!.push(countWords(`${number} ${word}`, words));
    }
    return runs.map(sumCounts);
  },
});
