import type { ExperimentPolicy } from '../../domain/experiment/experiment-policy.ts';
import type { TaskRegression } from '../../domain/experiment/statistical-verdict.ts';
import type { ConfirmSample, SideSample, TaskSample } from '../../domain/experiment/task-sample.ts';
import { mean } from '../../math/mean.ts';
import { clearlyAbove } from '../../math/nearly-equal.ts';
import { objectiveRate } from '../../math/objective-rate.ts';
import { holmOverTestable } from '../../math/statistics/holm.ts';
import { testTask, type TaskTest } from './test-task.ts';
import { percent } from '../../text/amounts.ts';

type Limits = Pick<
  ExperimentPolicy,
  'objective_drop_is_regression' | 'regression_composite_drop' | 'significance'
>;

const rateOf = ({ objectives }: SideSample): number => mean(objectives.map(objectiveRate)) ?? 1;
const compositeOf = ({ composites }: SideSample): number => mean(composites) ?? 0;

/** Null: nothing dropped beyond the thresholds. */
const suspicion = ({ baseline, candidate }: TaskSample, limits: Limits): string | null => {
  const [rateBefore, rateNow] = [rateOf(baseline), rateOf(candidate)];
  if (limits.objective_drop_is_regression && clearlyAbove(rateBefore, rateNow))
    return `checks passed on average: ${percent(rateBefore, 1)} before, ${percent(rateNow, 1)} now`;
  const drop = compositeOf(baseline) - compositeOf(candidate);
  if (!clearlyAbove(drop, limits.regression_composite_drop)) return null;
  return `composite down by ${drop.toFixed(3)} on average, allowed ${limits.regression_composite_drop}`;
};

/** Repeated looks at growing data are paid for in advance: each round uses half of what is left. */
const significanceAt = (significance: number, round: number): number => significance / 2 ** round;

type TestedTask = TaskTest & { readonly adjusted: number };

const testAll = (samples: readonly TaskSample[], significance: number): ReadonlyMap<string, TestedTask> => {
  const tests = samples.map(testTask);
  const adjusted = holmOverTestable(tests, significance);
  return new Map(samples.map(({ task }, at) => [task, { ...tests[at]!, adjusted: adjusted[at]! }]));
};

type Found = {
  readonly task: string;
  readonly reason: string;
  readonly state: TaskRegression['state'];
  readonly fresh: boolean;
};

const toRegression = ({ task, state, reason, fresh }: Found, tested: TestedTask): TaskRegression => ({
  task,
  state,
  reason,
  test: tested.test,
  p: tested.p,
  adjusted_p: tested.adjusted,
  fresh,
});

/** Only fresh trials count: the trials that raised the suspicion were selected for looking bad. */
const confirmRegression = (
  { task, reason }: Pick<Found, 'task' | 'reason'>,
  fresh: { readonly sample: ConfirmSample; readonly tested: TestedTask },
  limits: Limits,
): TaskRegression => {
  const confirmed = fresh.tested.adjusted <= significanceAt(limits.significance, fresh.sample.round);
  const again = suspicion(fresh.sample, limits);
  const state = confirmed ? 'confirmed' : again === null ? 'cleared' : 'suspected';
  const outcome = again === null ? 'fresh trials do not show it' : `in fresh trials: ${again}`;
  return toRegression({ task, state, reason: `${reason}; ${outcome}`, fresh: true }, fresh.tested);
};

/** Tasks that dropped by more than the thresholds: suspected, and confirmed or cleared if trials can decide. */
export const findRegressions = (
  samples: readonly TaskSample[],
  confirmations: readonly ConfirmSample[],
  limits: Limits,
): readonly TaskRegression[] => {
  const planned = testAll(samples, limits.significance);
  const suspects = samples.flatMap((sample) => {
    const reason = suspicion(sample, limits);
    return reason === null ? [] : [{ task: sample.task, reason, tested: planned.get(sample.task)! }];
  });
  const names = new Set(suspects.map(({ task }) => task));
  const asked = confirmations.filter(({ task }) => names.has(task));
  const freshOf = new Map(asked.map((sample) => [sample.task, sample]));
  const testedAt = new Map(
    [...new Set(asked.map(({ round }) => round))].map((round) => [
      round,
      testAll(asked, significanceAt(limits.significance, round)),
    ]),
  );
  return suspects.map(({ task, reason, tested }) => {
    if (tested.adjusted <= limits.significance)
      return toRegression({ task, state: 'confirmed', reason, fresh: false }, tested);
    const sample = freshOf.get(task);
    if (sample === undefined) return toRegression({ task, state: 'suspected', reason, fresh: false }, tested);
    return confirmRegression(
      { task, reason },
      { sample, tested: testedAt.get(sample.round)!.get(task)! },
      limits,
    );
  });
};
