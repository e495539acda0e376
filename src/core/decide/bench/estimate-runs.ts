import type { BenchSummary } from '../../domain/bench/bench-summary.ts';
import type { ExpectedAmount, RunEstimate } from '../../domain/bench/run-estimate.ts';
import { mean } from '../../math/mean.ts';
import { type CurrentHashes, groupRuns, selectRuns } from './select-runs.ts';
import { commonReasons, meansByTask, type RunValue, USD, WALL_MS } from './task-means.ts';

export type PlannedRuns = {
  readonly model: string;
  readonly tasks: readonly { readonly id: string; readonly hash: string }[];
  readonly repeats: number;
  readonly maxSteps?: number;
};

/** The total, or its parts. */
const TOKENS: RunValue = {
  of: ({ usage: { total_tokens: total, input_tokens: input, output_tokens: output } }) =>
    total ?? (input === null || output === null ? null : input + output),
  reasonOf: () => 'its past runs do not report how many tokens they used',
};

type Past = { readonly own: readonly BenchSummary[]; readonly all: readonly BenchSummary[] };

const extremes = (values: readonly number[]): readonly [low: number, high: number] => [
  values.reduce((least, value) => Math.min(least, value), Infinity),
  values.reduce((most, value) => Math.max(most, value), -Infinity),
];

const nothing = (reason: string): ExpectedAmount => ({
  expected: null,
  low: null,
  high: null,
  own_tasks: 0,
  other_tasks: 0,
  runs: 0,
  reason,
});

const expectAmount = (
  { own, all }: Past,
  value: RunValue,
  { tasks, repeats }: PlannedRuns,
): ExpectedAmount => {
  const values = all.flatMap((run) => value.of(run) ?? []);
  const typical = mean([...meansByTask(all, value).values()]);
  if (typical === null)
    return nothing(commonReasons(all.map(value.reasonOf)) || 'the model has no past runs');
  const byTask = groupRuns(own, ({ task }) => task);
  const [cheapest, dearest] = extremes(values);
  let [expected, low, high, ownTasks] = [0, 0, 0, 0];
  for (const { id } of tasks) {
    const seen = (byTask.get(id) ?? []).flatMap((run) => value.of(run) ?? []);
    // One run does not show how much runs of its task differ: use the range of all tasks.
    const [least, most] = seen.length > 1 ? extremes(seen) : [cheapest, dearest];
    expected += (mean(seen) ?? typical) * repeats;
    low += least * repeats;
    high += most * repeats;
    if (seen.length > 0) ownTasks += 1;
  }
  const ranged = values.length > 1;
  return {
    expected,
    low: ranged ? low : null,
    high: ranged ? high : null,
    own_tasks: ownTasks,
    other_tasks: tasks.length - ownTasks,
    runs: values.length,
    reason: ranged ? null : 'one past run gives no range',
  };
};

const notesOn = ({ all }: Past, { maxSteps }: PlannedRuns): readonly string[] => {
  const other = all.filter(
    ({ settings }) => maxSteps !== undefined && settings.max_steps !== maxSteps,
  ).length;
  return other === 0
    ? []
    : [`${other} of ${all.length} past runs had another limit of steps than ${maxSteps}`];
};

/** What planned runs will take, from past runs of the model: of the same tasks, else of others, else unknown. */
export const estimateRuns = (planned: PlannedRuns, summaries: readonly BenchSummary[]): RunEstimate => {
  const current: CurrentHashes = new Map(planned.tasks.map(({ id, hash }) => [id, hash]));
  const mine = summaries.filter(({ model }) => model === planned.model);
  const { runs: own } = selectRuns(mine, current);
  // A task that has changed since, or is not planned, is still evidence about the model.
  const { runs: all } = selectRuns(mine, null);
  const past = { own, all };
  return {
    model: planned.model,
    tasks: planned.tasks.length,
    repeats: planned.repeats,
    runs: planned.tasks.length * planned.repeats,
    tokens: expectAmount(past, TOKENS, planned),
    usd: expectAmount(past, USD, planned),
    wall_ms: expectAmount(past, WALL_MS, planned),
    notes: notesOn(past, planned),
  };
};
