import type { BenchmarkFacts } from '../../domain/bench/benchmark-facts.ts';
import { measured, missing, type Measured } from '../../domain/measured.ts';
import { weightedMean } from '../../math/weighted-mean.ts';

const BUDGET = { tokens: 50_000, steps: 100 } as const;
const WEIGHT_OF = { tokens: 0.7, steps: 0.3 } as const;

const thrift = (used: Measured<number>, budget: number): number | null =>
  used.known ? Math.max(0, 1 - used.value / budget) : null;

/** Steps are model turns; judges' tokens never count. */
export const scoreEfficiency = ({
  tokens,
  steps,
}: Pick<BenchmarkFacts, 'tokens' | 'steps'>): Measured<number> => {
  const { mean } = weightedMean([
    { score: thrift(tokens, BUDGET.tokens), weight: WEIGHT_OF.tokens },
    { score: thrift(steps, BUDGET.steps), weight: WEIGHT_OF.steps },
  ]);
  return mean === null ? missing('not-configured', 'neither tokens nor steps are known') : measured(mean);
};
