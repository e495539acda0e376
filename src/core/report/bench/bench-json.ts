import type { BoardRow, Leaderboard, Price } from '../../domain/bench/bench-leaderboard.ts';
import type { ModelComparison } from '../../domain/bench/model-comparison.ts';
import type { ExpectedAmount, RunEstimate } from '../../domain/bench/run-estimate.ts';
import { round8, roundDeep } from '../text/round-deep.ts';

/** Amounts below a hundredth of a cent are not rounded to 0. */
const cents = <T extends Price | ExpectedAmount>(amount: T): T =>
  Object.fromEntries(
    Object.entries(amount).map(([name, value]) => [name, typeof value === 'number' ? round8(value) : value]),
  ) as T;

const rowContract = (row: BoardRow): BoardRow => ({
  ...(roundDeep(row) as BoardRow),
  settings: row.settings,
  usd_per_run: cents(row.usd_per_run),
  usd_per_solved: cents(row.usd_per_solved),
});

/** As printed: scores have 4 decimals. */
export const toLeaderboardContract = (board: Leaderboard): Leaderboard => ({
  ...board,
  rows: board.rows.map(rowContract),
});

export const toComparisonContract = (comparison: ModelComparison): ModelComparison => ({
  ...comparison,
  comparisons: comparison.comparisons.map((one) => ({
    ...(roundDeep(one) as typeof one),
    settings: one.settings,
  })),
});

export const toEstimateContract = (estimate: RunEstimate): RunEstimate => ({
  ...(roundDeep(estimate) as RunEstimate),
  usd: cents(estimate.usd),
});
