import type { Price } from '../../domain/bench/bench-leaderboard.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { mean } from '../../math/mean.ts';
import { commonReasons, meansByTask, SUCCESS, type RunValue } from './task-means.ts';

const averageOf = (runs: readonly BenchSummary[], value: RunValue): number | null =>
  mean([...meansByTask(runs, value).values()]);

const split = (runs: readonly BenchSummary[], values: readonly RunValue[]) => {
  const known = runs.filter((run) => values.every(({ of }) => of(run) !== null));
  const reasons = runs.flatMap((run) =>
    values.flatMap((value) => (value.of(run) === null ? [value.reasonOf(run)] : [])),
  );
  return { known, counts: { runs: known.length, unknown: runs.length - known.length }, reasons };
};

/** What a run takes, with equal weight for each task. */
export const pricePerRun = (runs: readonly BenchSummary[], value: RunValue): Price => {
  const { known, counts, reasons } = split(runs, [value]);
  const average = averageOf(known, value);
  return { value: average, ...counts, reason: average === null ? commonReasons(reasons) || 'no run' : null };
};

/** What runs take, including failed ones, per solved task: over the runs for which both are known. */
export const pricePerSolved = (runs: readonly BenchSummary[], value: RunValue): Price => {
  const { known, counts, reasons } = split(runs, [value, SUCCESS]);
  const [taken, solved] = [averageOf(known, value), averageOf(known, SUCCESS)];
  if (taken === null || solved === null)
    return { value: null, ...counts, reason: commonReasons(reasons) || 'no run' };
  if (solved === 0) return { value: null, ...counts, reason: 'no run solved its task' };
  return { value: taken / solved, ...counts, reason: null };
};
