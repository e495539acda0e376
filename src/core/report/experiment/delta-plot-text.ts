import type { TaskDelta } from '../../domain/experiment/statistical-verdict.ts';
import { byDelta, deltaReach, signed } from './delta-scale.ts';
import type { ReportLayout } from '../report-format.ts';
import { printableLine } from '../text/printable.ts';

const MAX_NAME = 28;
const FEWEST_CELLS = 11;
const MOST_CELLS = 61;

/** One row per task: the interval as a line, the mean as a dot, 0 as a bar. */
const drawRow = ({ delta, interval }: TaskDelta, cells: number, reach: number): string => {
  const place = (value: number): number =>
    Math.min(cells - 1, Math.max(0, Math.round(((value + reach) / (2 * reach)) * (cells - 1))));
  const row = Array.from({ length: cells }, () => ' ');
  for (let at = place(interval.low ?? -reach); at <= place(interval.high ?? reach); at += 1) row[at] = '─';
  row[place(0)] = row[place(0)] === '─' ? '┼' : '│';
  row[place(delta)] = '●';
  return row.join('');
};

/** Deltas by task with their intervals, the largest losses first. */
export const deltaPlotLines = (
  deltas: readonly TaskDelta[],
  { columns, paint }: ReportLayout,
): readonly string[] => {
  if (deltas.length === 0) return [];
  const reach = deltaReach(deltas);
  const names = new Map(deltas.map(({ task }) => [task, printableLine(task, MAX_NAME)]));
  const width = Math.max(4, ...[...names.values()].map((name) => name.length));
  const odd = (cells: number): number => (cells % 2 === 0 ? cells - 1 : cells);
  const cells = Math.min(MOST_CELLS, Math.max(FEWEST_CELLS, odd(columns - width - 13)));
  const rows = byDelta(deltas).map((delta) => {
    const colour = delta.delta > 0 ? paint.good : delta.delta < 0 ? paint.bad : paint.dim;
    const name = (names.get(delta.task) ?? '').padEnd(width);
    return `  ${name}  ${colour(drawRow(delta, cells, reach))}  ${signed(delta.delta).padStart(6)}`;
  });
  const half = Math.floor(cells / 2);
  const [left, right] = [signed(-reach, 1), signed(reach, 1)];
  const axis = `${left}${'0'.padStart(half + 1 - left.length)}${right.padStart(cells - half - 1)}`;
  return [...rows, paint.dim(`  ${' '.repeat(width)}  ${axis}`)];
};
