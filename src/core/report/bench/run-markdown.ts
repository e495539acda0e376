import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { plainMarkdown as plain } from '../text/plain-markdown.ts';
import { scoreBar } from '../text/score-bar.ts';
import { failedTests, outcomeOf, runSentences, scoreLines, usageSentences } from './run-sentences.ts';
import { showScore } from './show-amount.ts';

const BAR = 10;

/** One run as a page. */
export const benchReportMarkdown = (summary: BenchSummary): string => {
  const { model, task, language, kind, repeat, run_id: id, engine_version: engine } = summary;
  const failed = failedTests(summary).flatMap(({ title, tests, more }) => [
    `**${title}**`,
    '',
    ...tests.map((test) => `- ${plain(test)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
  ]);
  const lines = [
    `## ${outcomeOf(summary)}: ${plain(model)} on ${plain(task)}`,
    '',
    '| metric | | score | |',
    '|---|---|---:|---|',
    ...scoreLines(summary).map(
      ({ metric, score, reason }) =>
        `| ${plain(metric)} | ${score === null ? '' : scoreBar(100 * score, BAR)} | ${showScore(score)} | ${plain(reason ?? '')} |`,
    ),
    '',
    ...[...usageSentences(summary), ...runSentences(summary)].map((line) => `- ${plain(line)}`),
    '',
    ...failed,
    ...summary.notes.map((note) => `> ${plain(note)}\n`),
    `<sub>${plain(`${language}, ${kind}, repeat ${repeat}, ${id}, engine ${engine}`)}</sub>`,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};
