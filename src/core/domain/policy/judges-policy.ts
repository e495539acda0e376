import * as z from 'zod';

/** `[judges]`: models that review changes, if `[scoring.weights] human_like` is set. */
export const JudgesPolicy = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(500)
    .default('auto')
    .describe(
      'Model of the reviewers, as PROVIDER:MODEL; auto: Anthropic where there is a key, else claude.',
    ),
  task: z
    .string()
    .max(100_000)
    .default('')
    .describe(
      'What the changes are for, in words that reviewers are told; empty: they see the change alone.',
    ),
});
export type JudgesPolicy = z.infer<typeof JudgesPolicy>;
