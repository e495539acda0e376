import * as z from 'zod';

/** `[probe]`: how candidates' behaviour is compared beyond their tests. */
export const ProbePolicy = z.strictObject({
  seconds: z
    .number()
    .min(0)
    .max(3600)
    .optional()
    .describe(
      'Maximum total seconds for calling changed functions on the base and all candidates; never more than half of the time the checks took, or 5 if that is more. Absent: at most 30, and only if two authors pass the same failing tests and nothing else shows which is right. 0: no probes.',
    ),
  scripts: z
    .boolean()
    .default(true)
    .describe(
      'Run scripts that candidates left behind to reproduce the problem on the base and on every candidate.',
    ),
});
export type ProbePolicy = z.infer<typeof ProbePolicy>;
