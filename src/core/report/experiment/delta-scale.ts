import type { TaskDelta } from '../../domain/experiment/statistical-verdict.ts';

/** The end of the axis in a plot of deltas: the same on both sides, so 0 is in the middle. */
export const deltaReach = (deltas: readonly TaskDelta[]): number => {
  const ends = deltas.flatMap(({ delta, interval }) => [delta, interval.low ?? 0, interval.high ?? 0]);
  const most = Math.max(0, ...ends.map((end) => Math.abs(end)).filter((end) => Number.isFinite(end)));
  return most === 0 ? 0.1 : Math.ceil(most * 10) / 10;
};

/** The largest losses first: readers look for them. */
export const byDelta = (deltas: readonly TaskDelta[]): readonly TaskDelta[] =>
  [...deltas].sort((left, right) => left.delta - right.delta);

export const signed = (value: number, decimals = 3): string => {
  const text = value.toFixed(decimals);
  if (Number(text) === 0) return (0).toFixed(decimals);
  return value > 0 ? `+${text}` : text.replace('-', '−');
};
