import type { TaskPair } from '../../domain/experiment/comparison.ts';
import type { Objective, TaskOutcome } from '../../domain/experiment/experiment-facts.ts';
import { CompositeWeights } from '../../domain/experiment/experiment-policy.ts';
import { measured, missing, type Measured } from '../../domain/measured.ts';
import type { ModelId } from '../../domain/run/scorecard.ts';
import { composite } from './composite.ts';
import { costAdjustment } from './cost-adjustment.ts';

export const EXPERIMENT_MODEL = { id: 'experiment', version: '1.0.0' } as const satisfies ModelId;

const DOCUMENTED = CompositeWeights.parse({});

export type ScoredPair = { readonly pair: TaskPair; readonly notes: readonly string[] };

const bothObjectives = (baseline: TaskOutcome, candidate: TaskOutcome): TaskPair['objective'] => {
  if (!baseline.objective.known)
    return missing(baseline.objective.cause, `the baseline's objective: ${baseline.objective.reason}`);
  if (!candidate.objective.known)
    return missing(candidate.objective.cause, `the candidate's objective: ${candidate.objective.reason}`);
  return measured({ baseline: baseline.objective.value, candidate: candidate.objective.value });
};

const judgeOf = (judge: Measured<number>, comparable: boolean): number | null =>
  comparable && judge.known ? judge.value : null;

const finite = (baseline: number, candidate: number): TaskPair['composite'] =>
  Number.isFinite(baseline) && Number.isFinite(candidate)
    ? measured({ baseline, candidate })
    : missing('candidate', 'the composite is not a finite number');

type Objectives = { readonly baseline: Objective; readonly candidate: Objective };

const composites = (
  { baseline, candidate }: { readonly baseline: TaskOutcome; readonly candidate: TaskOutcome },
  objectives: Objectives,
  weights: CompositeWeights,
): TaskPair['composite'] => {
  const comparable = baseline.judge.known && candidate.judge.known;
  return finite(
    composite({ objective: objectives.baseline, judge: judgeOf(baseline.judge, comparable), weights }),
    composite({
      objective: objectives.candidate,
      judge: judgeOf(candidate.judge, comparable),
      costAdjustment: costAdjustment(candidate.cost, baseline.cost, weights.cost),
      weights,
    }),
  );
};

/** A judge's score on one side only is dropped, as the two would not be comparable. */
export const scoreTask = (
  baseline: TaskOutcome,
  candidate: TaskOutcome,
  weights: CompositeWeights = DOCUMENTED,
): ScoredPair => {
  const objective = bothObjectives(baseline, candidate);
  const composite = objective.known
    ? composites({ baseline, candidate }, objective.value, weights)
    : objective;
  const lonely = baseline.judge.known !== candidate.judge.known;
  const side = baseline.judge.known ? 'baseline' : 'candidate';
  return {
    pair: { task: baseline.task, objective, composite },
    notes: lonely ? [`${baseline.task}: only the ${side} was judged, so the judge is left out`] : [],
  };
};
