import { z } from 'zod';
import { Flag } from './flag.ts';

const Score = z.number().nullable();

/** One line of the documented contract, and beside it the reason for everything. */
export const Ranking = z.strictObject({
  agent: z.string(),
  mergeable: z.boolean(),
  total: Score,
  breakdown: z.record(z.string(), Score),
  /** Names of the gates that failed. */
  gates: z.array(z.string()),
  flags: z.array(Flag),
  /** Why a score is null or 0 without a measurement, and why a gate failed, by dimension or gate. */
  reasons: z.record(z.string(), z.string()),
  /** Weights in effect after renormalisation, by active dimension; they sum to 1. */
  weights: z.record(z.string(), z.number()),
  status: z.enum(['scored', 'unscored']),
});
export type Ranking = z.infer<typeof Ranking>;

/** What a run decided: a pure function of what was captured and of the policy. */
export const Conclusion = z.strictObject({
  run_id: z.string(),
  model: z.strictObject({ id: z.literal('race'), version: z.string() }),
  winner: z.string().nullable(),
  rankings: z.array(Ranking),
  rejected: z.array(z.strictObject({ agent: z.string(), reason: z.string() })),
  weights: z.record(z.string(), z.number()),
  notes: z.array(z.string()),
});
export type Conclusion = z.infer<typeof Conclusion>;
