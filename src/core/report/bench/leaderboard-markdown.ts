import type { BoardRow, Leaderboard } from '../../domain/bench/bench-leaderboard.ts';
import { BENCH_METRICS } from '../../domain/bench/bench-metric.ts';
import { plainMarkdown as plain } from '../text/plain-markdown.ts';
import {
  leftOutSentences,
  rankingSentence,
  rankSentences,
  rowNames,
  rowReasons,
  sharedReasons,
  shownPasses,
} from './board-sentences.ts';
import { showMean, showScore, showTime, showUsd } from './show-amount.ts';
import { percent, plural } from '../../text/amounts.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map((_, at) => (at === 1 ? '---' : '---:')).join('|')}|`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

const tables = (rows: readonly BoardRow[]): readonly string[] => {
  const names = rowNames(rows).map(plain);
  const lead = (at: number): readonly string[] => [String(at + 1), names[at] ?? ''];
  const metrics = BENCH_METRICS.filter((metric) => metric !== 'total');
  const passes = shownPasses(rows);
  return [
    ...table(
      ['', 'model', 'success', 'total', '$ per solved task', 'time per solved task', 'runs', 'tasks'],
      rows.map((row, at) => [
        ...lead(at),
        showMean(row.success),
        showMean(row.scores.total),
        showUsd(row.usd_per_solved.value),
        showTime(row.ms_per_solved.value),
        String(row.runs),
        String(row.tasks),
      ]),
    ),
    ...table(
      ['', 'model', ...metrics.map((metric) => plain(metric))],
      rows.map(({ scores }, at) => [...lead(at), ...metrics.map((metric) => showMean(scores[metric]))]),
    ),
    ...table(
      ['', 'model', ...passes.flatMap((k) => [`pass@${k}`, `pass^${k}`])],
      rows.map(({ pass }, at) => [
        ...lead(at),
        ...passes.flatMap((k) => [
          showScore(pass[k - 1]?.pass_at_k.mean ?? null),
          showScore(pass[k - 1]?.pass_hat_k.mean ?? null),
        ]),
      ]),
    ),
  ];
};

/** The leaderboard as a page. */
export const leaderboardMarkdown = (board: Leaderboard): string => {
  const { rows } = board;
  const names = rowNames(rows);
  const shared = sharedReasons(rows);
  const reasons = rows.flatMap((row, at) =>
    rowReasons(row)
      .filter((reason) => !shared.has(reason))
      .map((reason) => `- ${plain(`${names[at] ?? ''}: ${reason}`)}`),
  );
  const rest = [
    ...[...shared].map((reason) => `- ${plain(reason)}, for all`),
    ...rankSentences(board).map((line) => `- ${plain(line)}`),
    ...reasons,
    ...leftOutSentences(board.left_out).map((line) => `- ${plain(line)}`),
  ];
  const lines = [
    '## Leaderboard',
    '',
    `${plural(board.tasks.length, 'task')}; means over tasks with ${percent(board.confidence)} intervals clustered by task. ${rankingSentence(board)}.`,
    '',
    ...(rows.length === 0 ? ['No run can be compared.', ''] : tables(rows)),
    ...rest,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};
