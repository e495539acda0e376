import type { Flag } from '../../domain/flags/flag.ts';
import type { Conclusion, Ranking } from '../../domain/run/conclusion.ts';
import { DIMENSIONS } from '../../dimensions/dimensions.ts';
import { byDimension } from './dimension-order.ts';
import type { ReportLayout } from '../report-format.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { paintScore, scoreBar } from '../text/score-bar.ts';

const TITLES: ReadonlyMap<string, string> = new Map(DIMENSIONS.map(({ key, title }) => [key, title]));
const BAR_WIDTHS = [10, 6, 4, 0];
const NUMBER_WIDTH = 5;
const MAX_NAME_WIDTH = 28;

const dimensionsOf = (rankings: readonly Ranking[]): readonly string[] =>
  [...new Set(rankings.flatMap(({ breakdown }) => Object.keys(breakdown)))].sort(byDimension);

const pad = (text: string, width: number): string => text.slice(0, width).padEnd(width);

/** The widest bars that fit; none in a narrow terminal. */
const barWidth = (columns: number, nameWidth: number, dimensions: number): number =>
  BAR_WIDTHS.find((bar) => 4 + nameWidth + 2 + 7 + dimensions * (bar + 1 + NUMBER_WIDTH + 2) <= columns) ?? 0;

const cell = (paint: Paint, score: number | null | undefined, bar: number): string => {
  const gap = bar > 0 ? ' ' : '';
  if (score === null || score === undefined)
    return paint.dim(pad(' '.repeat(bar) + gap + '    –', bar + gap.length + NUMBER_WIDTH));
  const number = score.toFixed(1).padStart(NUMBER_WIDTH);
  return paintScore(paint, score, scoreBar(score, bar)) + gap + number;
};

const gateLines = (ranking: Ranking, paint: Paint): readonly string[] =>
  ranking.gates.map(
    (gate) => `${paint.bad('✗')} ${gate}: ${printableLine(ranking.reasons[gate] ?? 'failed')}`,
  );

const nullLines = (ranking: Ranking, common: ReadonlySet<string>, paint: Paint): readonly string[] =>
  Object.entries(ranking.breakdown)
    .filter(
      ([dimension, score]) => score === null && !common.has(`${dimension}: ${ranking.reasons[dimension]}`),
    )
    .map(([dimension]) =>
      paint.dim(`– ${dimension}: ${printableLine(ranking.reasons[dimension] ?? 'unknown')}`),
    );

const placeOf = ({ file, line }: Flag): string =>
  file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;

/** Capabilities that a merge would add, whatever their purpose. */
export const capabilityLines = ({ capabilities = [], flags }: Ranking): readonly string[] =>
  capabilities
    .filter(({ id }) => flags.every((flag) => flag.id !== id))
    .map((one) => printableLine(`${one.rule}: ${one.sentence}${placeOf(one)}`));

/** A flag that blocked a candidate is reported by its gate; the others are shown for review. */
const flagLines = ({ flags, reasons }: Ranking, paint: Paint): readonly string[] =>
  flags
    .filter(({ id }) => !(reasons['integrity'] ?? '').includes(`${id}:`))
    .map((flag) => `${paint.warn('⚑')} ${flag.id}: ${printableLine(`${flag.sentence}${placeOf(flag)}`)}`);

/** A score with a reason: an unmeasured zero or a capped score, unless a failed gate of that name reports it. */
const remarkLines = ({ breakdown, gates, reasons }: Ranking, paint: Paint): readonly string[] =>
  Object.entries(breakdown)
    .filter(
      ([dimension, score]) =>
        score !== null && !gates.includes(dimension) && Object.hasOwn(reasons, dimension),
    )
    .map(([dimension, score]) =>
      paint.dim(`${score === 0 ? '0' : '·'} ${dimension}: ${printableLine(reasons[dimension] ?? '')}`),
    );

/** Nulls that all candidates share are explained once below the table. */
export const sharedNulls = (rankings: readonly Ranking[]): ReadonlySet<string> => {
  const perCandidate = rankings.map(({ breakdown, reasons }) =>
    Object.keys(breakdown)
      .filter((dimension) => breakdown[dimension] === null)
      .map((dimension) => `${dimension}: ${reasons[dimension]}`),
  );
  const [first = [], ...others] = perCandidate;
  return new Set(first.filter((line) => others.every((lines) => lines.includes(line))));
};

/** The ranking for people: a bar per dimension, and below it the reason for every gate, null and unmeasured zero. */
export const rankingLines = (
  { rankings, winner }: Conclusion,
  { columns, paint }: ReportLayout,
): readonly string[] => {
  const dimensions = dimensionsOf(rankings);
  const nameWidth = Math.min(MAX_NAME_WIDTH, Math.max(9, ...rankings.map(({ agent }) => agent.length)));
  const bar = barWidth(columns, nameWidth, dimensions.length);
  const width = bar + (bar > 0 ? 1 : 0) + NUMBER_WIDTH;
  const common = sharedNulls(rankings);
  const head = `  # ${pad('candidate', nameWidth)}    total  ${dimensions.map((name) => pad(TITLES.get(name) ?? name, width)).join('  ')}`;
  const rows = rankings.flatMap((ranking, index) => {
    const mark = ranking.agent === winner ? paint.good('▶') : ' ';
    const name = pad(printableLine(ranking.agent), nameWidth);
    const total = ranking.total === null ? '    –' : ranking.total.toFixed(1).padStart(NUMBER_WIDTH);
    const cells = dimensions.map((dimension) => cell(paint, ranking.breakdown[dimension], bar)).join('  ');
    const painted = ranking.mergeable ? paint.bold(name) : paint.dim(name);
    const notes = [
      ...gateLines(ranking, paint),
      ...flagLines(ranking, paint),
      ...capabilityLines(ranking).map((line) => paint.dim(`+ ${line}`)),
      ...remarkLines(ranking, paint),
      ...nullLines(ranking, common, paint),
    ];
    return [
      `${mark}${String(index + 1).padStart(2)} ${painted}    ${paint.bold(total)}  ${cells}`,
      ...notes.map((note) => `      ${note}`),
    ];
  });
  const shared = [...common].map((line) => paint.dim(`  – ${printableLine(line)}, for all candidates`));
  return [paint.dim(head), ...rows, ...shared];
};
