import { COST_SIGNALS } from '../../domain/experiment/experiment-facts.ts';
import type { ExperimentPolicy } from '../../domain/experiment/experiment-policy.ts';
import type { CostLine } from '../../domain/experiment/statistical-verdict.ts';
import type { TaskSample } from '../../domain/experiment/task-sample.ts';
import { signFlip } from '../../math/statistics/sign-flip.ts';

/** The most important cost first. */
const ORDER = [
  'usd',
  'tokens',
  'steps',
  'tool_calls',
  'wall_clock_ms',
] as const satisfies (typeof COST_SIGNALS)[number][];

const logRatio = (sample: TaskSample, signal: (typeof ORDER)[number]): number[] => {
  const before = sample.baseline.cost[signal] ?? null;
  const now = sample.candidate.cost[signal] ?? null;
  return before === null || now === null || before <= 0 || now <= 0 ? [] : [Math.log(now / before)];
};

const ratioOf = (log: number | null): number | null => (log === null ? null : Math.exp(log));

/** Cost, apart from quality: a paired interval of the ratio per signal known on both sides, most important first. */
export const costLines = (
  samples: readonly TaskSample[],
  { confidence, draws }: Pick<ExperimentPolicy, 'confidence' | 'draws'>,
  seed: number,
): readonly CostLine[] =>
  ORDER.flatMap((signal): CostLine[] => {
    const logs = samples.flatMap((sample) => logRatio(sample, signal));
    const test = signFlip(logs, { confidence, draws, seed });
    if (test === null) return [];
    const interval = { low: ratioOf(test.interval.low), high: ratioOf(test.interval.high), confidence };
    return [{ signal, tasks: logs.length, ratio: Math.exp(test.mean), interval }];
  });
