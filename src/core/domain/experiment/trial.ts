import * as z from 'zod';
import { Amount, Share } from '../json/document-value.ts';
import { Flag } from '../flags/flag.ts';
import { Objective } from './experiment-facts.ts';
import { Sha256 } from '../run/manifest.ts';
import { measuredOf } from '../measured.ts';

const Signal = Amount.nullable();

/** What one run of an agent used; null: unknown. */
export const TrialCost = z.strictObject({
  tokens: Signal,
  tool_calls: Signal,
  steps: Signal,
  wall_clock_ms: Signal,
  usd: Signal,
});
export type TrialCost = z.infer<typeof TrialCost>;

/** `failed` and `timed_out` are the agent's fault and are scored; `errored` is the machine's and is not. */
export const TRIAL_STATUS = ['completed', 'failed', 'timed_out', 'errored'] as const;

/** One objective check after a run. */
export const CheckVerdict = z.strictObject({
  name: z.string(),
  passed: z.boolean(),
  reason: z.string(),
});
export type CheckVerdict = z.infer<typeof CheckVerdict>;

/** One run of one task under one configuration. */
export const Trial = z.strictObject({
  task: z.string().min(1),
  task_hash: Sha256,
  configuration: z.string().min(1),
  configuration_hash: Sha256,
  trial: z.int().nonnegative(),
  /** 0: planned; else its round of `--confirm`. */
  round: z.int().nonnegative(),
  seed: z.int().nonnegative(),
  status: z.enum(TRIAL_STATUS),
  reason: z.string(),
  objective: measuredOf(Objective),
  judge: measuredOf(Share),
  /** A judge was asked and gave no valid vote. */
  unjudged: z.literal(true).optional(),
  checks: z.array(CheckVerdict),
  cost: TrialCost,
  cached: z.boolean(),
  /** Of a reused trial: the run that made it, and whose trace has what the agent did. */
  made_in: z.string().optional(),
  /** Suspicious things in the change, by the same rules as in an evaluation; one that blocks fails the trial. */
  flags: z.array(Flag).optional(),
});
export type Trial = z.infer<typeof Trial>;
