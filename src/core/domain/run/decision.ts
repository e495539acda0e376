import * as z from 'zod';

/** What to do, above the documented order: a winner, two or three that are left, or none. */
export const Decision = z.strictObject({
  kind: z.enum(['winner', 'leaning', 'none']),
  /** The winner alone; those that are left, the likeliest first; or none. */
  candidates: z.array(z.string()),
  /** Why, in one sentence. */
  reason: z.string(),
  /** What would settle it; empty if there is a winner. */
  settle: z.array(z.string()),
  /** Of the model behind the probabilities. */
  model: z.string(),
});
export type Decision = z.infer<typeof Decision>;

/** How probably a candidate is right: the sum of these log odds. */
export const Likelihood = z.strictObject({
  probability: z.number(),
  terms: z.array(z.strictObject({ why: z.string(), log_odds: z.number() })),
});
export type Likelihood = z.infer<typeof Likelihood>;
