import * as z from 'zod';
import { Amount } from '../json/document-value.ts';
import { BenchmarkWeights } from './benchmark-facts.ts';

export const TotalRule = z.enum(['solved', 'documented']);
export type TotalRule = z.infer<typeof TotalRule>;

/** What an agent may use for full marks to be out of reach; the documented values are the defaults. */
export const EfficiencyScales = z.strictObject({
  tokens: z
    .number()
    .positive()
    .optional()
    .describe('Tokens at which their part of efficiency is 0; 50000 by default.'),
  steps: z
    .number()
    .positive()
    .optional()
    .describe('Turns of the model at which their part of efficiency is 0; 100 by default.'),
});
export type EfficiencyScales = z.infer<typeof EfficiencyScales>;

/** `[benchmark]`: how runs of `hydra bench` are scored and ranked. */
export const BenchmarkPolicy = z.strictObject({
  weights: BenchmarkWeights.prefault({}).describe('Weights of the five metrics in the total.'),
  efficiency: EfficiencyScales.prefault({}).describe(
    "Scales of efficiency; those of a task's own task.toml take precedence.",
  ),
  total: TotalRule.default('solved').describe(
    'With "solved", models are ranked by solved tasks, and a run that did not solve its task counts only with the functional part of its total; with "documented", the documented total counts.',
  ),
  judge_model: z
    .string()
    .min(1)
    .optional()
    .describe(
      "PROVIDER:MODEL of the judges; absent: those of the runs stored in the same folder, else the agent's own model.",
    ),
  judges: z.int().min(1).max(15).optional().describe('Number of judges; three by default.'),
  max_cost_usd: Amount.optional().describe('Maximum cost of one run, in US dollars.'),
});
export type BenchmarkPolicy = z.infer<typeof BenchmarkPolicy>;
