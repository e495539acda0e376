import * as z from 'zod';

/** When a winner is named: `[decision]`. */
export const DecisionPolicy = z.strictObject({
  require: z
    .enum(['tests', 'proof', 'none'])
    .default('tests')
    .describe(
      'What a winner needs: test results that can be compared with the base; proof, a test that fails on the base and passes with it; or neither.',
    ),
  min_probability: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Minimum probability that a candidate is right for it to be named winner.'),
});
export type DecisionPolicy = z.infer<typeof DecisionPolicy>;
