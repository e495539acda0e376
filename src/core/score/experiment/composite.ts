import type { Objective } from '../../domain/experiment/experiment-facts.ts';
import { clamp } from '../../math/clamp.ts';
import { objectiveRate } from '../../math/objective-rate.ts';
import { weightedMean } from '../../math/weighted-mean.ts';

/** The documented constants. */
const WEIGHTS = { objective: 0.6, judge: 0.4 } as const;

export type CompositeInput = {
  readonly objective: Objective;
  /** 0..1; null if there is no judge: then the objective decides alone. */
  readonly judge?: number | null | undefined;
  readonly costAdjustment?: number | undefined;
  readonly weights?: { readonly objective: number; readonly judge: number } | undefined;
};

/** NaN if an input is not finite: the verdict calls that a regression, and no clamp hides it. */
export const composite = ({
  objective,
  judge,
  costAdjustment = 0,
  weights = WEIGHTS,
}: CompositeInput): number => {
  const { mean } = weightedMean([
    { score: objectiveRate(objective), weight: weights.objective },
    { score: judge ?? null, weight: weights.judge },
  ]);
  const raw = mean === null ? Number.NaN : mean + costAdjustment;
  return Number.isFinite(raw) ? clamp(raw, 0, 1) : Number.NaN;
};
