import * as z from 'zod';
import { Thresholds } from './experiment-facts.ts';
import { Amount } from '../json/document-value.ts';

const Open = z.number().gt(0).lt(1);

export const RULES = ['auto', 'strict', 'statistical'] as const;

/** Weights of the parts of a composite: the constants of the documented formula. */
export const CompositeWeights = z.strictObject({
  objective: Amount.default(0.6).describe('Weight of the share of passed checks in a composite.'),
  judge: Amount.default(0.4).describe("Weight of the judge's score; without one, the checks alone decide."),
  cost: Amount.default(0.1).describe('The most that cost can add to or subtract from a composite.'),
});
export type CompositeWeights = z.infer<typeof CompositeWeights>;

/** `[experiment]`: how two configurations of an agent are compared. */
export const ExperimentPolicy = z.strictObject({
  agent: z
    .string()
    .min(1)
    .default('claude')
    .describe('Agent that works on the tasks: claude, builtin:PROVIDER:MODEL, or a name from [agents].'),
  judge: z
    .string()
    .min(1)
    .default('auto')
    .describe('Judge of rubrics: PROVIDER:MODEL, none, or auto for the first that is available.'),
  rule: z
    .enum(RULES)
    .default('auto')
    .describe(
      'The rule that decides; "auto": the strict one for one trial per task, else the statistical one.',
    ),
  trials: z
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe('How many times each task is run under each configuration.'),
  min_composite_gain: Amount.default(0.01).describe(
    'Gain that must be exceeded: in total under the strict rule, on average per task under the statistical one.',
  ),
  regression_composite_drop: Amount.default(0.05).describe(
    "Drop of one task's composite above which it is a regression.",
  ),
  objective_drop_is_regression: z
    .boolean()
    .default(true)
    .describe('Whether fewer passed checks on any task are a regression, regardless of gains elsewhere.'),
  significance: Open.default(0.05).describe('The p at or below which a gain or a loss is significant.'),
  confidence: Open.default(0.95).describe('Confidence level of intervals.'),
  equivalence_margin: Amount.default(0.02).describe(
    'Two configurations are equivalent if the interval of the mean delta lies within this distance of 0.',
  ),
  min_tasks: z
    .int()
    .min(1)
    .default(5)
    .describe('Minimum number of tasks under both configurations for a decision.'),
  power: Open.default(0.8).describe('The power for which the report estimates the cost of more trials.'),
  draws: z
    .int()
    .min(999)
    .max(10_000_000)
    .default(100_000)
    .describe('Number of sign patterns drawn for more than 20 tasks; for up to 20, all are counted.'),
  confirm_rounds: z
    .int()
    .min(1)
    .max(20)
    .default(6)
    .describe('Maximum number of rounds in which fresh trials of suspected tasks are run.'),
  weights: CompositeWeights.prefault({}).describe('Weights of the parts of a composite.'),
});
export type ExperimentPolicy = z.infer<typeof ExperimentPolicy>;

/** The documented names of the three thresholds. */
export const thresholdsOf = (policy: ExperimentPolicy): Thresholds => ({
  minCompositeGain: policy.min_composite_gain,
  regressionCompositeDrop: policy.regression_composite_drop,
  objectiveDropIsRegression: policy.objective_drop_is_regression,
});
