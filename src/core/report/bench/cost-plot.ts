import type { Leaderboard } from '../../domain/bench/bench-leaderboard.ts';
import { rowNames } from './board-sentences.ts';

/** A dot: `x` and `y` from 0 to 1 inside the frame. */
export type CostDot = {
  readonly number: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly usd: number;
};

export type CostPlot = {
  readonly dots: readonly CostDot[];
  /** Rows that cannot be placed: unknown cost or success is not 0. */
  readonly unplaced: readonly { readonly number: number; readonly name: string; readonly reason: string }[];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly scale: 'linear' | 'log';
};

/** Costs further apart than this would be crowded at the left of a linear scale. */
const FAR_APART = 20;

const label = (usd: number): string => `$${Number(usd.toPrecision(2))}`;

/** The next of 1, 2, 5, 10, 20 … in dollars. */
const roundUp = (usd: number): number => {
  if (!(usd > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(usd));
  return ([1, 2, 5, 10].find((step) => step * power >= usd * (1 - 1e-9)) ?? 10) * power;
};

type Axis = Pick<CostPlot, 'ticks' | 'scale'> & { readonly place: (usd: number) => number };

const evenAxis = (most: number): Axis => {
  const end = roundUp(most);
  const ticks = [0, 0.5, 1].map((x) => ({ x, label: label(x * end) }));
  return { scale: 'linear', ticks, place: (usd) => usd / end };
};

const logAxis = (least: number, most: number): Axis => {
  const low = Math.floor(Math.log10(least) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(most) - 1e-9));
  const step = Math.ceil((high - low) / 6);
  const powers = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, at) => low + at * step);
  const ticks = powers.map((power) => ({ x: (power - low) / (high - low), label: label(10 ** power) }));
  return { scale: 'log', ticks, place: (usd) => (Math.log10(usd) - low) / (high - low) };
};

const axisFor = (costs: readonly number[]): Axis => {
  const least = costs.reduce((low, usd) => Math.min(low, usd), Infinity);
  const most = costs.reduce((high, usd) => Math.max(high, usd), 0);
  return least > 0 && Number.isFinite(least) && most / least >= FAR_APART
    ? logAxis(least, most)
    : evenAxis(most);
};

/** Success against the cost of a run, for pictures and terminals. */
export const costPlot = ({ rows }: Leaderboard): CostPlot => {
  const names = rowNames(rows);
  const axis = axisFor(
    rows.flatMap(({ usd_per_run: usd, success }) => (success.mean === null ? [] : (usd.value ?? []))),
  );
  const unplaced: { number: number; name: string; reason: string }[] = [];
  const dots: CostDot[] = [];
  for (const [at, { usd_per_run: price, success }] of rows.entries()) {
    const [number, name] = [at + 1, names[at] ?? ''];
    if (price.value === null || success.mean === null) {
      const reason = (success.mean === null ? success.reason : price.reason) ?? 'unknown';
      unplaced.push({ number, name, reason });
    } else {
      const { mean: y, low, high } = success;
      dots.push({ number, name, x: axis.place(price.value), y, low, high, usd: price.value });
    }
  }
  return { dots, unplaced, ticks: dots.length === 0 ? [] : axis.ticks, scale: axis.scale };
};
