import type { TaskSample } from '../../domain/experiment/task-sample.ts';
import { objectiveRate } from '../../math/objective-rate.ts';
import { fisherDrop, type OneSided } from '../../math/statistics/fisher-exact.ts';
import { mannWhitneyDrop } from '../../math/statistics/mann-whitney.ts';

export type TaskTest = OneSided & { readonly test: 'fisher' | 'mann-whitney' };

const passedOf = (rates: readonly number[]) => ({
  passed: rates.filter((rate) => rate === 1).length,
  total: rates.length,
});

/**
 * Whether one task dropped, by its trials: the checks of one trial are not independent, so a trial counts once.
 * The choice of the test depends on all outcomes together, never on which side had them.
 */
export const testTask = ({ baseline, candidate }: TaskSample): TaskTest => {
  const before = baseline.objectives.map(objectiveRate);
  const after = candidate.objectives.map(objectiveRate);
  const rates = new Set([...before, ...after]);
  const checked = [...baseline.objectives, ...candidate.objectives].some(({ total }) => total > 0);
  if (!checked || rates.size === 1)
    return { ...mannWhitneyDrop(baseline.composites, candidate.composites), test: 'mann-whitney' };
  if ([...rates].every((rate) => rate === 0 || rate === 1))
    return { ...fisherDrop(passedOf(before), passedOf(after)), test: 'fisher' };
  return { ...mannWhitneyDrop(before, after), test: 'mann-whitney' };
};
