import type { BenchmarkFacts } from '../../domain/bench/benchmark-facts.ts';
import { mapMeasured, measured, missing, type Measured } from '../../domain/measured.ts';

/** Documented scales: what makes each part 0. */
export const USUAL_SCALES = { tokens: 50_000, steps: 100 } as const;
const WEIGHT_OF = { tokens: 0.7, steps: 0.3 } as const;

const thrift = (used: Measured<number>, scale: number): Measured<number> =>
  mapMeasured(used, (value) => Math.max(0, 1 - value / scale));

/** Steps are model turns; judges' tokens never count. If either is unknown, so is efficiency: the other would stand for both. */
export const scoreEfficiency = ({
  tokens,
  steps,
  scales = {},
}: Pick<BenchmarkFacts, 'tokens' | 'steps' | 'scales'>): Measured<number> => {
  const [byTokens, bySteps] = [
    thrift(tokens, scales.tokens ?? USUAL_SCALES.tokens),
    thrift(steps, scales.steps ?? USUAL_SCALES.steps),
  ];
  if (!byTokens.known) return missing('not-configured', `tokens are not known: ${byTokens.reason}`);
  if (!bySteps.known) return missing('not-configured', `steps are not known: ${bySteps.reason}`);
  return measured(WEIGHT_OF.tokens * byTokens.value + WEIGHT_OF.steps * bySteps.value);
};
