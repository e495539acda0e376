import type { Measured } from '../../domain/measured.ts';
import type { BoardRow, Leaderboard } from '../../domain/bench/bench-leaderboard.ts';
import { BENCH_METRICS } from '../../domain/bench/bench-metric.ts';
import type { ReportLayout } from '../report-format.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { paintScore, scoreBar } from '../text/score-bar.ts';
import {
  leftOutSentences,
  rankingSentence,
  rankSentences,
  rowNames,
  rowReasons,
  sharedReasons,
  shortNames,
  shownPasses,
} from './board-sentences.ts';
import { costPlotLines } from './cost-plot-text.ts';
import { DASH, showMean, showScore, showTime, showUsd } from './show-amount.ts';
import { percent, plural } from '../../text/amounts.ts';

const MEAN_WIDTH = 19;
const FEWEST_LETTERS = 20;
const MOST_LETTERS = 28;
const SCORES = BENCH_METRICS.filter((metric) => metric !== 'total');
const BARS = [8, 5, 3, 0];
const NUMBER = 5;

type Column = { readonly title: string; readonly width: number; readonly cell: (row: BoardRow) => string };

const MAIN: readonly Column[] = [
  { title: 'success', width: MEAN_WIDTH, cell: ({ success }) => showMean(success) },
  { title: 'total', width: MEAN_WIDTH, cell: ({ scores }) => showMean(scores.total) },
  { title: '$/solved', width: 9, cell: ({ usd_per_solved: price }) => showUsd(price.value) },
  { title: 'time/solved', width: 11, cell: ({ ms_per_solved: price }) => showTime(price.value) },
];

const passColumns = (rows: readonly BoardRow[]): readonly Column[] =>
  shownPasses(rows).flatMap((k) => [
    {
      title: `pass@${k}`,
      width: 8,
      cell: ({ pass }: BoardRow) => showScore(pass[k - 1]?.pass_at_k.mean ?? null),
    },
    {
      title: `pass^${k}`,
      width: 8,
      cell: ({ pass }: BoardRow) => showScore(pass[k - 1]?.pass_hat_k.mean ?? null),
    },
  ]);

const metricColumns = (paint: Paint, bar: number): readonly Column[] =>
  SCORES.map((metric) => ({
    title: metric,
    width: Math.max(metric.length, bar + 1 + NUMBER),
    cell: ({ scores }) => {
      const { mean } = scores[metric];
      if (mean === null) return paint.dim(DASH.padStart(bar === 0 ? NUMBER : bar + 1 + NUMBER));
      const drawn = bar === 0 ? '' : `${paintScore(paint, 100 * mean, scoreBar(100 * mean, bar))} `;
      return drawn + showScore(mean);
    },
  }));

/** Cells may contain colour codes, so their width is passed in; only the last cell of a row may be shorter. */
const table = (
  rows: readonly BoardRow[],
  names: readonly string[],
  columns: readonly Column[],
  paint: Paint,
): readonly string[] => {
  const width = Math.max(5, ...names.map((name) => name.length));
  const head = columns.map(({ title, width: own }) => title.padEnd(own)).join('  ');
  return [
    paint.dim(`  # ${'model'.padEnd(width)}  ${head}`.trimEnd()),
    ...rows.map((row, at) => {
      const cells = columns.map(({ width: own, cell }) => padPainted(cell(row), own));
      const name = paint.bold((names[at] ?? '').padEnd(width));
      return `${String(at + 1).padStart(3)} ${name}  ${cells.join('  ')}`.trimEnd();
    }),
  ];
};

/** Colour codes have no width. */
const padPainted = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - text.replaceAll(/\u001b\[[0-9;]*m/g, '').length));

const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width + 2, 4);

const lettersFor = (columns: number): number =>
  Math.min(MOST_LETTERS, Math.max(FEWEST_LETTERS, columns - widthOf(MAIN)));

/** As many columns as fit; the others follow below. */
const inBlocks = (columns: readonly Column[], room: number): readonly (readonly Column[])[] => {
  const blocks: Column[][] = [];
  for (const column of columns) {
    const last = blocks.at(-1);
    if (last !== undefined && widthOf([...last, column]) <= room) last.push(column);
    else blocks.push([column]);
  }
  return blocks;
};

/** The leaderboard for a terminal, with a reason for every missing value. */
export const leaderboardLines = (board: Leaderboard, { columns, paint }: ReportLayout): readonly string[] => {
  const { rows } = board;
  const left = leftOutSentences(board.left_out).map((line) => paint.dim(`  – ${printableLine(line)}`));
  if (rows.length === 0) return ['No run can be compared.', ...left];
  const full = rowNames(rows);
  const shared = sharedReasons(rows);
  const letters = lettersFor(columns);
  const names = shortNames(
    full.map((name) => printableLine(name)),
    letters,
  );
  const room = columns - Math.max(5, ...names.map((name) => name.length));
  const bar = BARS.find((own) => widthOf(metricColumns(paint, own)) <= room) ?? 0;
  const blocks = [[...MAIN, ...passColumns(rows)], metricColumns(paint, bar)].flatMap((one) =>
    inBlocks(one, room),
  );
  return [
    `${plural(rows.length, 'row')} over ${plural(board.tasks.length, 'task')}, ${percent(board.confidence)} intervals clustered by task`,
    paint.dim(rankingSentence(board)),
    ...blocks.flatMap((block) => ['', ...table(rows, names, block, paint)]),
    '',
    ...costPlotLines(board, { columns, paint }),
    '',
    ...rows.flatMap((row, at) => [
      `${String(at + 1).padStart(3)} ${printableLine(full[at] ?? '')}: ${plural(row.runs, 'run')} of ${plural(row.tasks, 'task')}`,
      ...rowReasons(row)
        .filter((reason) => !shared.has(reason))
        .map((reason) => paint.dim(`      – ${printableLine(reason)}`)),
    ]),
    ...[...shared].map((reason) => paint.dim(`  – ${printableLine(reason)}, for all`)),
    ...rankSentences(board).map((line) => paint.warn(`  ${line}`)),
    ...left,
  ];
};

/** `agreement`: of the judges, over all runs on the board. */
export type JudgedLeaderboard = { readonly board: Leaderboard; readonly agreement: Measured<number> };

export const judgedLeaderboardLines = (
  { board, agreement }: JudgedLeaderboard,
  layout: ReportLayout,
): readonly string[] => [
  ...leaderboardLines(board, layout),
  `\nAgreement of the judges (Krippendorff's alpha): ${agreement.known ? agreement.value.toFixed(2) : `– (${agreement.reason})`}`,
];
