import type { PassOf } from '../../domain/bench/bench-leaderboard.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { passChances } from '../../math/statistics/pass-at-k.ts';
import { groupRuns } from './select-runs.ts';
import { estimateMean } from './task-means.ts';

/** For k from 1 to the smallest number of runs of any task: above that it is unknown for some task. */
export const passRates = (runs: readonly BenchSummary[]): readonly PassOf[] => {
  const known = runs.filter(({ solved }) => solved !== null);
  const counts = [...groupRuns(known, ({ task }) => task).values()].map((own) => ({
    runs: own.length,
    solved: own.filter(({ solved }) => solved).length,
  }));
  const most = counts.reduce((least, own) => Math.min(least, own.runs), counts[0]?.runs ?? 0);
  const chances = counts.map((own) => passChances(own.runs, own.solved, most));
  const seen = { runs: known.length, unknown: runs.length - known.length };
  return Array.from({ length: most }, (_, at) => ({
    k: at + 1,
    pass_at_k: { ...estimateMean(chances.map((chance) => chance[at]!.any)), ...seen },
    pass_hat_k: { ...estimateMean(chances.map((chance) => chance[at]!.all)), ...seen },
  }));
};
