import type { Leaderboard } from '../../domain/bench/bench-leaderboard.ts';
import type { ReportLayout } from '../report-format.ts';
import { printableLine } from '../text/printable.ts';
import { costPlot, type CostDot, type CostPlot } from './cost-plot.ts';
import { showUsd } from './show-amount.ts';

const ROWS = 11;
const FEWEST_CELLS = 20;
const MOST_CELLS = 64;
const SIGNS = '123456789abcdefghijklmnopqrstuvwxyz';
const TAKEN = '✱';

const signOf = (number: number): string => SIGNS[number - 1] ?? '●';

/** Two models on one spot get a special mark and are listed below. */
const drawDots = (dots: readonly CostDot[], cells: number): readonly string[][] => {
  const grid = Array.from({ length: ROWS }, () => Array.from({ length: cells }, () => ' '));
  for (const { number, x, y } of dots) {
    const line = grid[Math.round((1 - y) * (ROWS - 1))]!;
    const at = Math.round(x * (cells - 1));
    line[at] = line[at] === ' ' ? signOf(number) : TAKEN;
  }
  return grid;
};

const axisLine = ({ ticks }: CostPlot, cells: number): string => {
  let line = '';
  for (const { x, label } of ticks) {
    const start = Math.max(0, Math.round(x * (cells - 1)) - Math.floor(label.length / 2));
    if (start > line.length || line === '') line = line.padEnd(start) + label;
  }
  return line;
};

/** Success upwards, cost of a run to the right; models of unknown cost are listed, not drawn at 0. */
export const costPlotLines = (board: Leaderboard, { columns, paint }: ReportLayout): readonly string[] => {
  const plot = costPlot(board);
  const cells = Math.min(MOST_CELLS, Math.max(FEWEST_CELLS, columns - 10));
  const drawn = drawDots(plot.dots, cells).map((line, at) => {
    const label = at % 5 === 0 ? (1 - at / (ROWS - 1)).toFixed(1) : '';
    return `  ${label.padStart(4)} ${at % 5 === 0 ? '┤' : '│'}${line.join('')}`.trimEnd();
  });
  const picture = [
    ...drawn,
    `       └${'─'.repeat(cells)}`,
    paint.dim(`        ${axisLine(plot, cells)}${plot.scale === 'log' ? '  (log)' : ''}`),
  ];
  return [
    paint.bold('Success against cost of a run'),
    ...(plot.dots.length === 0 ? [] : picture),
    ...plot.dots.map(
      ({ number, name, y, usd }) =>
        `  ${signOf(number)} ${printableLine(name, 60)}: ${y.toFixed(3)} at ${showUsd(usd)}`,
    ),
    ...plot.unplaced.map(({ number, name, reason }) =>
      paint.dim(`  ${signOf(number)} ${printableLine(name, 60)}: not drawn, ${printableLine(reason)}`),
    ),
  ];
};
