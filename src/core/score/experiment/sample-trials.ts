import {
  COST_SIGNALS,
  type CostMetrics,
  type TaskOutcome,
} from '../../domain/experiment/experiment-facts.ts';
import type { CompositeWeights } from '../../domain/experiment/experiment-policy.ts';
import { measured, missing, type Measured } from '../../domain/measured.ts';
import type { SideSample } from '../../domain/experiment/task-sample.ts';
import type { Trial } from '../../domain/experiment/trial.ts';
import { mean } from '../../math/mean.ts';
import { composite } from './composite.ts';

/** A trial that the machine lost, or whose checks gave no result, has no score. */
export const isScored = ({ status, objective }: Trial): boolean => status !== 'errored' && objective.known;

/** A judge counts for a task only if it judged every trial on every side: otherwise they are not comparable. */
export const isJudged = (trials: readonly Trial[]): boolean =>
  trials.length > 0 && trials.every(({ judge }) => judge.known);

const meanCost = (trials: readonly Trial[]): CostMetrics =>
  Object.fromEntries(
    COST_SIGNALS.map((signal) => {
      const known = trials.flatMap(({ cost }) => (cost[signal] === null ? [] : [cost[signal]]));
      return [signal, known.length < trials.length ? null : mean(known)];
    }),
  );

/** Cost is reported on its own line and is not part of these composites. */
export const sampleSide = (
  trials: readonly Trial[],
  judged: boolean,
  weights: CompositeWeights,
): SideSample => {
  const objectives = trials.flatMap(({ objective }) => (objective.known ? [objective.value] : []));
  return {
    objectives,
    composites: trials.flatMap(({ objective, judge }) =>
      objective.known
        ? [
            composite({
              objective: objective.value,
              judge: judged && judge.known ? judge.value : null,
              weights,
            }),
          ]
        : [],
    ),
    cost: meanCost(trials),
  };
};

const meanJudge = (trials: readonly Trial[], judged: boolean): Measured<number> => {
  const value = judged ? mean(trials.flatMap(({ judge }) => (judge.known ? [judge.value] : []))) : null;
  return value === null ? missing('not-configured', 'not every trial was judged') : measured(value);
};

/** Input of the documented rule: means over a task's trials. */
export const meanOutcome = (task: string, trials: readonly Trial[], judged: boolean): TaskOutcome => {
  const objectives = trials.flatMap(({ objective }) => (objective.known ? [objective.value] : []));
  const passed = mean(objectives.map((objective) => objective.passed));
  const total = mean(objectives.map((objective) => objective.total));
  return {
    task,
    objective:
      passed === null || total === null
        ? missing('infrastructure', 'no trial gave a result')
        : measured({ passed, total }),
    judge: meanJudge(trials, judged),
    cost: meanCost(trials),
  };
};
