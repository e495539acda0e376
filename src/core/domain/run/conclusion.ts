import * as z from 'zod';
import { BaseHealth } from '../evidence/base-health.ts';
import { Flag } from '../flags/flag.ts';
import { Decision, Likelihood } from './decision.ts';

const Score = z.number().nullable();

/** What tests show about a candidate, beside its score. */
export const Proof = z.strictObject({
  /** `shown` by a test of the base, of another author or hidden; `claimed` by its own alone. */
  progress: z.enum(['shown', 'claimed', 'none']),
  /** Tests that fail on the base and pass now. */
  fixed: z.int(),
  /** Its own new tests that fail on the base and pass with it. */
  proven: z.int(),
  /** Proven tests of others that count. */
  passed_of_others: z.int(),
  failed_of_others: z.int(),
  /** Authors whose unconfirmed tests it fails; absent: none. */
  fails_claims_of: z.int().optional(),
  /** Changed lines after formatting. */
  churn: z.int().nullable(),
  /** Those that are neither in tests nor in generated files of the base. */
  source_churn: z.int().nullable().optional(),
  /** Base tests that it breaks and replaces by tests that fail on the base; absent: none. */
  rewritten: z.int().optional(),
});
export type Proof = z.infer<typeof Proof>;

/** Would the winner change? Shares of the variations under which it stays. */
export const Stability = z.strictObject({
  /** Of all variations. */
  share: z.number(),
  weights: z.number(),
  dimensions: z.number(),
  /** Null: no single test makes candidates differ, or there are too many to leave out one by one. */
  tests: z.number().nullable(),
  /** Dimensions and tests without which another candidate would win, a few of them. */
  hinges: z.array(z.string()),
});
export type Stability = z.infer<typeof Stability>;

/** How native a candidate looks, by the convention model: scores of 0 to 1. */
export const ConventionCard = z.strictObject({
  breakdown: z.record(z.string(), Score),
  total: Score,
  reasons: z.record(z.string(), z.string()),
});
export type ConventionCard = z.infer<typeof ConventionCard>;

/** One line of the documented contract, and the reason for everything in it. */
export const Ranking = z.strictObject({
  agent: z.string(),
  mergeable: z.boolean(),
  total: Score,
  breakdown: z.record(z.string(), Score),
  /** Names of the gates that failed. */
  gates: z.array(z.string()),
  flags: z.array(Flag),
  /** What the change can do that the base could not, if anything: shown, without effect on the decision. */
  capabilities: z.array(Flag).optional(),
  /** Why a score is null, capped, or 0 without a measurement, and why a gate failed, by dimension or gate. */
  reasons: z.record(z.string(), z.string()),
  /** Weights in effect after renormalisation, by active dimension; they sum to 1. */
  weights: z.record(z.string(), z.number()),
  status: z.enum(['scored', 'unscored']),
  proof: Proof.optional(),
  /** How probably it is right, and why. */
  likelihood: Likelihood.optional(),
  /** If conventions were measured. */
  conventions: ConventionCard.optional(),
});
export type Ranking = z.infer<typeof Ranking>;

/** What a run decided: a pure function of the evidence and the policy. */
export const Conclusion = z.strictObject({
  run_id: z.string(),
  model: z.strictObject({ id: z.literal('race'), version: z.string() }),
  winner: z.string().nullable(),
  rankings: z.array(Ranking),
  /** How the base itself fares, before any candidate is compared with it. */
  base_health: BaseHealth.optional(),
  rejected: z.array(z.strictObject({ agent: z.string(), reason: z.string() })),
  weights: z.record(z.string(), z.number()),
  notes: z.array(z.string()),
  /** The recommendation: a layer above the documented order. */
  decision: Decision.optional(),
  /** Two sentences: why the winner beat the second, and what shows that it works. */
  why: z.array(z.string()).optional(),
  evidence_strength: z
    .strictObject({ level: z.enum(['strong', 'weak']), reasons: z.array(z.string()) })
    .optional(),
  stability: Stability.optional(),
  /** Tests that were set aside: flaky ones, and contested ones that most candidates break. */
  quarantined: z.array(z.string()).optional(),
  excused: z.array(z.string()).optional(),
});
export type Conclusion = z.infer<typeof Conclusion>;
