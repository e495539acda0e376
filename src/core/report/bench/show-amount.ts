import type { TaskMean } from '../../domain/bench/bench-leaderboard.ts';

export const DASH = '–';

export const showScore = (value: number | null): string => (value === null ? DASH : value.toFixed(3));

/** Small amounts are not rounded to 0. */
export const showUsd = (usd: number | null): string => {
  if (usd === null) return DASH;
  if (usd === 0) return '$0';
  if (usd > 0 && usd < 0.0001) return '<$0.0001';
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
};

export const showTime = (ms: number | null): string => {
  if (ms === null) return DASH;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
};

/** In groups of three, independent of the locale. */
export const showCount = (count: number | null): string =>
  count === null ? DASH : String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');

export const showRange = ({ low, high }: Pick<TaskMean, 'low' | 'high'>): string =>
  low === null || high === null ? '' : `${low.toFixed(3)}–${high.toFixed(3)}`;

export const showMean = (mean: TaskMean): string => {
  const range = showRange(mean);
  return range === '' ? showScore(mean.mean) : `${showScore(mean.mean)} (${range})`;
};
