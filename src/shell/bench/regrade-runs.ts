import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import type { BenchStore, StoredBenchRun } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';
import { regradeRun } from './regrade-run.ts';

export type Regraded =
  | { readonly run: StoredBenchRun; readonly after: BenchSummary }
  | { readonly run: StoredBenchRun; readonly skipped: string };

export type RegradeHooks = {
  /** How runs are scored; by default as if `[benchmark]` were absent. */
  readonly policy?: Partial<BenchmarkPolicy>;
  readonly onStart?: (run: StoredBenchRun) => void;
  readonly onEnd?: (regraded: Regraded) => void;
};

/** Verifies and scores stored changes again, one after the other; runs that cannot be regraded are skipped. */
export const regradeRuns = async (
  bench: BenchTools,
  store: BenchStore,
  { tasks, runs }: { readonly tasks: readonly BenchTask[]; readonly runs: readonly StoredBenchRun[] },
  { policy: given = {}, onStart, onEnd }: RegradeHooks = {},
): Promise<readonly Regraded[]> => {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const policy = BenchmarkPolicy.parse(given);
  const all: Regraded[] = [];
  for (const run of runs) {
    const { summary } = run;
    const task = byId.get(summary.task);
    let regraded: Regraded;
    if (task === undefined) regraded = { run, skipped: `the suite has no ${summary.task}` };
    else if (summary.status === 'infrastructure') regraded = { run, skipped: 'it never came to a result' };
    else {
      onStart?.(run);
      regraded = { run, after: await regradeRun(bench, store, run, { task, policy }) };
    }
    onEnd?.(regraded);
    all.push(regraded);
  }
  return all;
};
