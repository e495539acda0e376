import * as z from 'zod';
import { Amount, measurable, refuseTwins, Share } from '../json/document-value.ts';
import { valueOrNull } from '../measured.ts';

/** Means over trials need not be integers. */
export const Objective = z
  .strictObject({ passed: Amount, total: Amount })
  .refine(({ passed, total }) => passed <= total, { path: ['passed'], error: 'more passed than there are' });
export type Objective = z.infer<typeof Objective>;

export const COST_SIGNALS = ['tokens', 'tool_calls', 'steps', 'wall_clock_ms', 'usd'] as const;

/** A signal that is absent or null is unknown. */
export type CostMetrics = { readonly [Signal in (typeof COST_SIGNALS)[number]]?: number | null | undefined };

const Signal = measurable(Amount).transform(valueOrNull);

const Cost = z.strictObject({
  tokens: Signal,
  tool_calls: Signal,
  steps: Signal,
  wall_clock_ms: Signal,
  usd: Signal,
});

/** What one configuration did on one task. */
export const TaskOutcome = z.strictObject({
  task: z.string().min(1),
  objective: measurable(Objective),
  judge: measurable(Share),
  cost: measurable(Cost).transform((cost): CostMetrics => (cost.known ? cost.value : {})),
});
export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const Thresholds = z.strictObject({
  minCompositeGain: Amount.default(0.01),
  regressionCompositeDrop: Amount.default(0.05),
  objectiveDropIsRegression: z.boolean().default(true),
});
export type Thresholds = z.infer<typeof Thresholds>;

export const ExperimentDocument = z.strictObject({
  model: z.literal('experiment'),
  baseline: z.array(TaskOutcome).superRefine(refuseTwins('baseline', 'task')),
  candidate: z.array(TaskOutcome).superRefine(refuseTwins('candidate', 'task')),
  thresholds: Thresholds.prefault({}),
});
