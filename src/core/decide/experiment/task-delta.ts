import type { TaskDelta } from '../../domain/experiment/statistical-verdict.ts';
import type { SideSample, TaskSample } from '../../domain/experiment/task-sample.ts';
import { clamp } from '../../math/clamp.ts';
import { mean } from '../../math/mean.ts';
import { shareDifference } from '../../math/statistics/share-difference.ts';

const shareOf = ({ composites }: SideSample) => ({
  mean: clamp(mean(composites) ?? Number.NaN, 0, 1),
  count: composites.length,
});

/** The unit of the verdict: one task, its trials averaged. */
export const taskDelta = ({ task, baseline, candidate }: TaskSample, confidence: number): TaskDelta => {
  const before = shareOf(baseline);
  const after = shareOf(candidate);
  return {
    task,
    baseline: before.mean,
    candidate: after.mean,
    delta: after.mean - before.mean,
    interval: { ...shareDifference(before, after, confidence), confidence },
    trials: { baseline: before.count, candidate: after.count },
  };
};
