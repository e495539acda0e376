import { decideVerdict, shouldPromote } from '../decide/verdict.ts';
import type { TaskPair, Verdict } from '../domain/experiment/comparison.ts';
import { Thresholds, type TaskOutcome } from '../domain/experiment/experiment-facts.ts';
import type { CompositeWeights } from '../domain/experiment/experiment-policy.ts';
import type { ModelId } from '../domain/run/scorecard.ts';
import { EXPERIMENT_MODEL, scoreTask } from '../score/experiment/model.ts';

export type Comparison = Verdict & {
  readonly promote: boolean;
  readonly tasks: readonly TaskPair[];
  /** Tasks that only the candidate ran: listed but not counted. */
  readonly unmatched: readonly string[];
  readonly notes: readonly string[];
  readonly thresholds: Thresholds;
  readonly model: ModelId;
};

const byTask = (outcomes: readonly TaskOutcome[], side: string): Map<string, TaskOutcome> => {
  const index = new Map(outcomes.map((outcome) => [outcome.task, outcome]));
  if (index.size === outcomes.length) return index;
  throw new RangeError(`the ${side} has a task twice`);
};

/** Two configurations on one set of tasks: composites by task, then the documented verdict. */
export const compareOutcomes = (
  baseline: readonly TaskOutcome[],
  candidate: readonly TaskOutcome[],
  thresholds: Partial<Thresholds> = {},
  weights?: CompositeWeights,
): Comparison => {
  const before = byTask(baseline, 'baseline');
  const after = byTask(candidate, 'candidate');
  const limits = Thresholds.parse(thresholds);
  const scored = baseline.flatMap((outcome) => {
    const other = after.get(outcome.task);
    return other === undefined ? [] : [scoreTask(outcome, other, weights)];
  });
  const tasks = scored.map(({ pair }) => pair);
  const dropped = baseline.flatMap(({ task }) => (after.has(task) ? [] : [task]));
  const verdict = decideVerdict(tasks, dropped, limits);
  return {
    ...verdict,
    promote: shouldPromote(verdict),
    tasks,
    unmatched: candidate.flatMap(({ task }) => (before.has(task) ? [] : [task])),
    notes: scored.flatMap(({ notes }) => notes),
    thresholds: limits,
    model: EXPERIMENT_MODEL,
  };
};
