import type { ExcludedRun } from '../../domain/bench/bench-leaderboard.ts';
import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import { canonicalJson } from '../../domain/json/canonical-json.ts';
import { compareText } from '../../math/compare-text.ts';

/** Current content hashes of the tasks, by task id. */
export type CurrentHashes = ReadonlyMap<string, string>;

export type SelectedRuns = {
  readonly runs: readonly BenchSummary[];
  readonly leftOut: readonly ExcludedRun[];
};

const KEYS = ['model', 'task', 'run_id', 'started_at'] as const;

/** Results must not depend on the order in which files were read. */
const inOrder = (summaries: readonly BenchSummary[]): readonly BenchSummary[] =>
  [...summaries].sort((left, right) => {
    for (const key of KEYS) {
      const order = compareText(left[key], right[key]);
      if (order !== 0) return order;
    }
    return left.repeat - right.repeat || compareText(JSON.stringify(left), JSON.stringify(right));
  });

type Objection = Pick<ExcludedRun, 'kind' | 'reason'>;

const objectionTo = (run: BenchSummary, current: CurrentHashes | null): Objection | null => {
  if (run.status === 'infrastructure')
    return { kind: 'infrastructure', reason: run.ended.reason || run.ended.how || 'no reason given' };
  if (current === null) return null;
  const hash = current.get(run.task);
  if (hash === undefined) return { kind: 'unknown-task', reason: 'the suite has no such task' };
  if (hash !== run.task_hash)
    return { kind: 'stale', reason: 'the task has changed since, so its results cannot be compared' };
  return null;
};

/** The comparable runs (of any state of a task if no hashes are given), and every other run with its reason. */
export const selectRuns = (
  summaries: readonly BenchSummary[],
  current: CurrentHashes | null,
): SelectedRuns => {
  const runs: BenchSummary[] = [];
  const leftOut: ExcludedRun[] = [];
  const seen = new Set<string>();
  for (const run of inOrder(summaries)) {
    const { run_id, model, task, repeat } = run;
    const identity = canonicalJson([run_id, model, task, repeat]);
    const objection: Objection | null = seen.has(identity)
      ? { kind: 'twice', reason: 'the same run is there twice and counts once' }
      : objectionTo(run, current);
    seen.add(identity);
    if (objection === null) runs.push(run);
    else leftOut.push({ ...objection, run_id, model, task });
  }
  return { runs, leftOut };
};

/** Runs grouped by name, in order of first occurrence. */
export const groupRuns = (
  runs: readonly BenchSummary[],
  nameOf: (run: BenchSummary) => string,
): ReadonlyMap<string, readonly BenchSummary[]> => {
  const groups = new Map<string, BenchSummary[]>();
  for (const run of runs) {
    const group = groups.get(nameOf(run));
    if (group === undefined) groups.set(nameOf(run), [run]);
    else group.push(run);
  }
  return groups;
};

/** Everything but the judges: runs with equal limits are comparable in everything that judges do not decide. */
export const limitsKey = ({ settings }: Pick<BenchSummary, 'settings'>): string => {
  const { judge_model: _model, judges: _count, ...limits } = settings;
  return canonicalJson(limits);
};

export const settingsKey = ({ settings }: Pick<BenchSummary, 'settings'>): string => canonicalJson(settings);
