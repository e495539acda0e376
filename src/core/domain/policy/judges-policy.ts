import * as z from 'zod';

/** `[judges]`: models that review changes, if `[scoring.weights] human_like` is set. */
export const JudgesPolicy = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(500)
    .default('auto')
    .describe('Model of the reviewers, as PROVIDER:MODEL; auto: Anthropic if there is a key, else claude.'),
  task: z
    .string()
    .max(100_000)
    .default('')
    .describe('The purpose of the changes, as shown to reviewers; empty: they see only the change.'),
});
export type JudgesPolicy = z.infer<typeof JudgesPolicy>;
