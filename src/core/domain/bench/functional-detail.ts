import * as z from 'zod';

const Failures = z.looseObject({ failed: z.array(z.string()).default([]) });

/** Under `functional` in the `metric_details` of a summary: which hidden tests did not pass. */
export const FunctionalDetail = z.looseObject({
  fail_to_pass: Failures.optional(),
  pass_to_pass: Failures.optional(),
});
export type FunctionalDetail = z.infer<typeof FunctionalDetail>;
