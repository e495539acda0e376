import { COST_SIGNALS, type CostMetrics } from '../../domain/experiment/experiment-facts.ts';
import { clamp } from '../../math/clamp.ts';
import { mean } from '../../math/mean.ts';

const COST_WEIGHT = 0.1;

/** Positive if cheaper than the baseline, negative if more expensive, at most COST_WEIGHT either way; 0 without a common signal. */
export const costAdjustment = (
  candidate: CostMetrics,
  baseline: CostMetrics,
  weight: number = COST_WEIGHT,
): number => {
  const ratios = COST_SIGNALS.flatMap((signal) => {
    const own = candidate[signal] ?? null;
    const base = baseline[signal] ?? null;
    return own === null || base === null || base <= 0 ? [] : [own / base];
  });
  const ratio = mean(ratios);
  return ratio === null ? 0 : weight * clamp(1 - ratio, -1, 1);
};
